#compdef epibdd

_epibdd() {
	local -a request options
	request=("${words[@]:0:$((CURRENT - 1))}")
	[[ "${words[CURRENT]}" == -* ]] && request+=("${words[CURRENT]}")
	options=("${(@f)$("${request[@]}" --generate-bash-completion 2>/dev/null)}")
	if [[ -n "${options[1]}" ]]; then
		_describe 'values' options
	else
		_files
	fi
}

if [[ "${funcstack[1]}" == _epibdd ]]; then
	_epibdd "$@"
else
	compdef _epibdd epibdd
fi
