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
    kind === 'stream' ? 'returns server-sent events' : '',
    kind === 'file' ? 'returns the bytes of a file' : '',
    kind === 'image' ? 'returns an image' : '',
    etag ? 'returns an ETag' : '',
    etag === 'required' ? 'If-Match: required' : '',
  ].filter(Boolean)
  return `### ${name}

\`${method} ${path}\`

${purpose} ${facts.join(' · ')}.

${carries(declared)}: ${fields(input)}
`
}

/**
 * Generates docs/api.md: every call on one page, with the errors. The exact schemas are in docs/openapi.json.
 */
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

Generated from the contract by \`node tools/generate.ts\`. Don’t edit this file. Schemas: [openapi.json](openapi.json).

Every call has an \`x-request-id\`, sent by you or created by the server, which is returned in the response and in errors. Send the product token as
\`Authorization: Bearer …\`. Responses can include \`x-cosmos-…\` headers. Send them back in later calls. Lists are
\`{ items, continuationToken }\`. Errors are \`application/problem+json\` with \`code\`, \`title\`, \`status\`, \`requestId\`
and, for invalid fields, \`errors: [{ field, message }]\`. Fields with a question mark are optional.

${body.join('\n')}
## Stream events

${streamEventNames.map((name) => `\`${name}\``).join(' · ')}

Events of \`conversations.events\`, which has no event numbers and always starts from the beginning:
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
