import type { allErrors } from '../api/src/platform/errors.ts';

export function errorsPage(errors: ReturnType<typeof allErrors>): string {
  const rows = errors.map(
    ({ code, status, meaning, paramNames }) =>
      `| \`${code}\` | ${status} | ${paramNames()
        .map((name) => `\`${name}\``)
        .join(', ')} | ${meaning} |`,
  );
  return `<!-- Made by \`npm run docs\` from the errors that the modules define. Do not edit it by hand. -->

# Errors

Every answer that is not a success has this body:

\`\`\`json
{
  "statusCode": 400,
  "message": "Validation failed",
  "code": "VALIDATION_FAILED",
  "errors": [{ "field": "limit", "message": "must be at most 100" }]
}
\`\`\`

\`statusCode\` is the HTTP status, \`message\` is for a person and may change, \`code\` is for programs and never does.
\`params\` is there where \`message\` says more than words: the values, by the names below, for a page that says it in its
own language. Amounts are cents as strings, times ISO 8601. \`errors\` is there where single fields, or things that \`field\` names, are the reason. A 500 has a \`requestId\` to report.
Take a code that you do not know by its status: there will be more of them.

A socket that is refused gets the same body as the \`data\` of its \`connect_error\`; a refused subscription is
acknowledged with \`{ "ok": false, "error", "code" }\`.

| Code | Status | Params | Meaning |
| --- | --- | --- | --- |
${rows.join('\n')}
`;
}
