// The language client: starts `epibdd lsp`, and shows the report of a check that was run.
import * as vscode from "vscode";
import { LanguageClient, type LanguageClientOptions, type ServerOptions } from "vscode-languageclient/node";

let client: LanguageClient | undefined;

/** Answer is what the command epibdd.check answers. */
interface Answer {
  report: string;
}

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const reports = vscode.window.createOutputChannel("epibdd: checks", "epibdd");
  context.subscriptions.push(reports);
  const server: ServerOptions = {
    command: vscode.workspace.getConfiguration("epibdd").get("path", "epibdd"),
    args: ["lsp"],
  };
  const options: LanguageClientOptions = {
    documentSelector: [{ language: "epibdd" }],
    synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher("**/*.{yaml,yml,ispl,smcdel,epddl.json}") },
    middleware: {
      // A lens calls the command; what comes back is the report.
      executeCommand: async (command, args, next) => {
        const answer = (await next(command, args)) as Answer | undefined;
        if (answer?.report) {
          reports.append(answer.report);
          reports.show(true);
        }
        return answer;
      },
    },
  };
  client = new LanguageClient("epibdd", "epibdd", server, options);
  context.subscriptions.push(client);
  await client.start();
}

export async function deactivate(): Promise<void> {
  await client?.stop();
}
