# bash completion for epibdd

_epibdd() {
	local current="${COMP_WORDS[COMP_CWORD]}"
	local words=("${COMP_WORDS[@]:0:COMP_CWORD}")
	[[ "$current" == -* ]] && words+=("$current")
	local IFS=$'\n'
	COMPREPLY=($(compgen -W "$("${words[@]}" --generate-bash-completion 2>/dev/null)" -- "$current"))
}

complete -o bashdefault -o default -F _epibdd epibdd
