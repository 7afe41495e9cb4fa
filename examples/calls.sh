#!/bin/sh
# The three synchronous calls with curl, and what is left. Usage: API_KEY=hecn_live_… sh examples/calls.sh [resume.pdf]
set -eu
: "${API_KEY:?set API_KEY to a key of a recruiter}"
BASE_URL=${BASE_URL:-http://127.0.0.1:3000}
RESUME=${1:-$(dirname "$0")/resume.pdf}

# call PATH: posts the JSON on standard input, and stops the script unless the answer says ok.
call() {
  answer=$(curl -sS "$BASE_URL/api/open/v1$1" \
    -H "Authorization: Bearer $API_KEY" -H 'Content-Type: application/json' \
    -H "Idempotency-Key: $(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')" --data-binary @-)
  printf '%s\n' "$answer"
  case $answer in
    '{"ok":true,'*) ;;
    *) echo "the call of $1 failed" >&2; exit 1 ;;
  esac
}

printf '{"fileName":"resume.pdf","fileDataUrl":"data:application/pdf;base64,%s"}' "$(base64 < "$RESUME" | tr -d '\n')" |
  call /resumes/parse

call /matches/resume-jd <<'JSON'
{
  "resume_text": "王小明\n2019.07-至今 某某科技 后端工程师\n使用 Go 与 PostgreSQL 开发支付系统\n本科 计算机科学",
  "jd_text": "后端工程师\n任职要求：\n1. 3 年以上后端开发经验\n2. 熟练使用 Go\n加分项：\n1. 有支付系统经验"
}
JSON

call /jds/optimize <<'JSON'
{ "job_title": "后端工程师", "requirements": "3 年以上 Go 开发经验\n限男性", "location": "上海" }
JSON

# What the account and the key may still spend. Free.
curl -sS "$BASE_URL/api/open/v1/account" -H "Authorization: Bearer $API_KEY"
echo
