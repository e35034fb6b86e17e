import type { z } from 'zod'
import type { Access, Endpoint } from '../../contract/src/endpoint.ts'
import { errors } from '../../contract/src/errors.ts'
import { streamEventNames } from '../../contract/src/events.ts'
import { outside } from '../../contract/src/outside.ts'
import { updateEventNames } from '../../contract/src/updates.ts'

const accessText = (access: Access) =>
  typeof access !== 'string'
    ? access.join(' or ')
    : { anyone: 'anyone', visitor: 'a public session', signedIn: 'signed in' }[access]

const fields = (object: z.ZodObject) =>
  Object.entries(object.shape as Record<string, z.ZodType>)
    .map(([name, type]) => (type.safeParse(undefined).success ? `\`${name}\`?` : `\`${name}\``))
    .join(', ') || 'none'

const carries = ({ kind, method }: Endpoint) =>
  kind === 'upload' ? 'Query (the file is the part `file`)' : method === 'GET' ? 'Query' : 'Body'

function section(name: string, declared: Endpoint): string {
  const { method, path, purpose, access, rate, audit, idempotency, kind, input, etag } = declared
  const facts = [
    `Needs: ${accessText(access)}`,
    `rate: ${rate}`,
    audit === 'none' ? '' : `audited as ${audit}`,
    idempotency === 'none' ? '' : `Idempotency-Key: ${idempotency}`,
    kind === 'stream' ? 'answers with server-sent events' : '',
    kind === 'file' ? 'answers with the bytes of a file' : '',
    kind === 'image' ? 'answers with an image' : '',
    etag ? 'answers with an ETag' : '',
    etag === 'required' ? 'If-Match: required' : '',
  ].filter(Boolean)
  return `### ${name}

\`${method} ${path}\`

${purpose} ${facts.join(' · ')}.

${carries(declared)}: ${fields(input)}
`
}

/** docs/api.md: every call on one page, with the errors. The exact schemas stand in docs/openapi.json. */
export function apiDocument(operations: [string, Endpoint][]): string {
  const groups = Map.groupBy(operations, ([name]) => name.slice(0, name.indexOf('.')))
  const body = [...groups].map(
    ([group, entries]) =>
      `## ${group}\n\n${entries.map(([name, declared]) => section(name, declared)).join('\n')}`,
  )
  const outsideRows = Object.values(outside).map(
    ({ methods, path, access, purpose }) =>
      `| ${methods.join(', ')} | \`${path}\` | ${access === 'anyone' ? 'anyone' : 'a graph token'} | ${purpose} |`,
  )
  const errorRows = Object.entries(errors).map(
    ([code, [status, text]]) => `| \`${code}\` | ${status} | ${text} |`,
  )
  return `# The API

Written from the contract by \`node tools/generate.ts\`; do not edit. Schemas: [openapi.json](openapi.json).

Every call carries \`x-request-id\`, which is echoed in the answer and in errors, and the product token as
\`Authorization: Bearer …\`. Answers may carry \`x-cosmos-…\` headers; send them back on later calls. Lists are
\`{ items, continuationToken }\`. Errors are \`application/problem+json\` with \`code\`, \`title\`, \`status\`, \`requestId\`
and, where fields are at fault, \`errors: [{ field, message }]\`. A field with a question mark may be left out.

${body.join('\n')}
## Events of a stream

${streamEventNames.map((name) => `\`${name}\``).join(' · ')}

Of \`conversations.events\`, which has no numbers and is read from its beginning each time:
${updateEventNames.map((name) => `\`${name}\``).join(' · ')}

## Paths outside \`/api/internal\`

| Methods | Path | Open to | Purpose |
|---|---|---|---|
${outsideRows.join('\n')}

## Errors

| Code | Status | Text |
|---|---|---|
${errorRows.join('\n')}
`
}
