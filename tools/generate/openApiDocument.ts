import { z } from 'zod'
import type { Endpoint } from '../../contract/src/endpoint.ts'
import { errors } from '../../contract/src/errors.ts'
import { client } from '../../contract/src/limits.ts'

type Json = Record<string, unknown>

const schema = (type: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(type, { io, unrepresentable: 'any' }) as Json
  return rest
}

const properties = (object: z.ZodObject) => {
  const { properties: found = {}, required = [] } = schema(object, 'input') as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(found).map(([name, type]) => ({ name, type, required: required.includes(name) }))
}

const problem: Json = {
  type: 'object',
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    code: { enum: Object.keys(errors) },
    requestId: { type: 'string' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        properties: { field: { type: 'string' }, message: { type: 'string' } },
        required: ['field', 'message'],
      },
    },
  },
  required: ['type', 'title', 'status', 'code', 'requestId'],
}

function parameters({ params, input, method, kind, idempotency, etag }: Endpoint): Json[] {
  const inPath = properties(params).map(({ name, type }) => ({
    name,
    in: 'path',
    required: true,
    schema: type,
  }))
  const query = method === 'GET' || kind === 'upload' ? properties(input) : []
  const inQuery = query.map(({ name, type, required }) => ({ name, in: 'query', required, schema: type }))
  const header = (name: string, required: boolean) => ({
    name,
    in: 'header',
    required,
    schema: { type: 'string' },
  })
  return [
    ...inPath,
    ...inQuery,
    ...(idempotency === 'none' ? [] : [header('Idempotency-Key', idempotency === 'required')]),
    ...(etag === 'required' ? [header('If-Match', true)] : []),
    ...(kind === 'stream' && method === 'GET' ? [header('Last-Event-ID', false)] : []),
  ]
}

function requestBody({ kind, method, input }: Endpoint): Json | undefined {
  if (kind === 'upload') {
    const file = {
      type: 'object',
      properties: { file: { type: 'string', format: 'binary' } },
      required: ['file'],
    }
    return { required: true, content: { 'multipart/form-data': { schema: file } } }
  }
  if (method === 'GET' || Object.keys(input.shape).length === 0) return undefined
  return { required: true, content: { 'application/json': { schema: schema(input, 'input') } } }
}

function responses({ kind, response }: Endpoint): Json {
  const refused = {
    description: 'An error: what happened and what to do.',
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
  }
  if (kind === 'stream') {
    const events = {
      description: 'Server-sent events.',
      content: { 'text/event-stream': { schema: { type: 'string' } } },
    }
    return { 200: events, default: refused }
  }
  if (kind === 'file') {
    const bytes = {
      description: 'The bytes of the file, as a download.',
      content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
    }
    return { 200: bytes, default: refused }
  }
  if (kind === 'image') {
    const bytes = { schema: { type: 'string', format: 'binary' } }
    const image = { description: 'The image.', content: { 'image/webp': bytes, 'image/png': bytes } }
    return { 200: image, default: refused }
  }
  const answer = schema(response, 'output')
  const empty =
    Object.keys((answer.properties as Json | undefined) ?? {}).length === 0 && answer.type === 'object'
  return empty
    ? { 204: { description: 'Done.' }, default: refused }
    : {
        200: { description: 'The response.', content: { 'application/json': { schema: answer } } },
        default: refused,
      }
}

function operation(name: string, declared: Endpoint): Json {
  const { purpose, access, rate, audit } = declared
  const body = requestBody(declared)
  return {
    operationId: name,
    tags: [name.slice(0, name.indexOf('.'))],
    summary: purpose,
    ...(access === 'anyone' ? { security: [] } : {}),
    'x-access': access,
    'x-rate': rate,
    'x-audit': audit,
    parameters: parameters(declared),
    ...(body ? { requestBody: body } : {}),
    responses: responses(declared),
  }
}

export function openApiDocument(operations: [string, Endpoint][]): string {
  const paths: Record<string, Json> = {}
  for (const [name, declared] of operations) {
    const entry = paths[declared.path] ?? {}
    entry[declared.method.toLowerCase()] = operation(name, declared)
    paths[declared.path] = entry
  }
  const document = {
    openapi: '3.1.0',
    info: { title: 'Parlance', version: client.version },
    security: [{ productToken: [] }],
    paths,
    components: {
      securitySchemes: { productToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Problem: problem },
    },
  }
  return `${JSON.stringify(document, null, 2)}\n`
}
