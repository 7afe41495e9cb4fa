/**
 * The keeper: a shell in its own session that starts the server and stops it after its last user is gone.
 *
 * Users keep a named pipe open for writing; the kernel closes it for them however they die. Each writes its
 * name to it, and the keeper answers with a file (`<pipe>.<name>`): from then on that user holds the server.
 * When no process has the pipe open, the keeper removes it (so no process can join) and stops the server.
 * A process that comes too late finds no pipe, or gets no answer, and starts its own server.
 *
 * $1 is the pipe, the rest is the command of the server. Standard input ends when the process that started
 * the keeper holds the pipe, or is dead.
 */
export const keeperScript = `
trap '' HUP INT TERM
pipe=$1; shift
mkfifo -m 600 "$pipe" || exit 70
exec 4<>"$pipe" 3<"$pipe" 5<&0 </dev/null
"$@" 3<&- 4<&- 5<&- &
server=$!
running() { kill -0 "$server" 2>/dev/null; }
wait_for_end() { tries=0; while running && [ "$tries" -lt "$1" ]; do sleep 0.1; tries=$((tries + 1)); done; }
(
  read -r started <&5
  exec 4<&- 5<&-
  while read -r holder <&3; do : >"$pipe.$holder"; done
  rm -f "$pipe"
  exec 3<&-
  kill -INT "$server"
  wait_for_end 200
  running && kill -QUIT "$server"
  wait_for_end 50
  running && kill -KILL "$server"
) &
reader=$!
exec 3<&- 4<&- 5<&-
wait "$server"
status=$?
kill -KILL "$reader" 2>/dev/null
rm -f "$pipe" "$pipe".*
exit "$status"
`
