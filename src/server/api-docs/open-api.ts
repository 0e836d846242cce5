import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { refusalStatus } from '#contract/refusal-codes.ts'
import type { Call } from './collect-calls.ts'

type Json = Record<string, unknown>

/** An OpenAPI 3.1 document of the given calls, drawn from the very schemas that check them. */
export function openApi(calls: Call[]): {
  openapi: string
  info: Json
  paths: Record<string, Json>
  components: Json
} {
  const paths: Record<string, Json> = {}
  for (const call of calls.toSorted((a, b) => (a.path < b.path ? -1 : 1))) {
    const path = call.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operationOf(call) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Leadline', version: '1', description: 'Every call that this server answers.' },
    paths,
    components: {
      securitySchemes: { owner: { type: 'apiKey', in: 'cookie', name: 'leadline_owner' } },
      responses: {
        Refused: {
          description: `A refusal: status ${[...new Set(Object.values(refusalStatus))].sort().join(', ')}.`,
          content: asContent({
            type: 'object',
            properties: {
              error: { type: 'string', description: 'One plain sentence.' },
              fields: { type: 'object', additionalProperties: { type: 'string' } },
            },
            required: ['error'],
          }),
        },
      },
    },
  }
}

function operationOf({ method, path, endpoint, summary }: Call): Json {
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  const refused = { default: { $ref: '#/components/responses/Refused' } }
  if (!endpoint)
    return {
      summary,
      parameters: inPath.map((name) => parameter(name, 'path', { type: 'string' }, true)),
      responses: refused,
    }
  const input = schemaOf(endpoint.input, 'input')
  const fields = isObject(input.properties) ? input.properties : {}
  const required = Array.isArray(input.required) ? input.required : []
  const outside = Object.entries(fields).filter(([name]) => !inPath.includes(name))
  const isRead = method === 'GET'
  return {
    summary,
    ...(endpoint.for === 'owner' ? { security: [{ owner: [] }] } : {}),
    parameters: [
      ...inPath.map((name) => parameter(name, 'path', fields[name] ?? { type: 'string' }, true)),
      ...(isRead
        ? outside.map(([name, schema]) => parameter(name, 'query', schema, required.includes(name)))
        : []),
    ],
    ...(isRead || outside.length === 0
      ? {}
      : {
          requestBody: {
            required: true,
            content: asContent(bodyOf(input, Object.fromEntries(outside), inPath)),
          },
        }),
    responses: {
      200: { description: 'Done.', content: asContent(schemaOf(endpoint.output, 'output')) },
      ...(endpoint.conflict
        ? {
            409: {
              description: 'Something else came first.',
              content: asContent(schemaOf(endpoint.conflict, 'output')),
            },
          }
        : {}),
      ...refused,
    },
  }
}

const parameter = (name: string, place: 'path' | 'query', schema: unknown, required: boolean): Json => ({
  name,
  in: place,
  required,
  schema,
})

function bodyOf(input: Json, properties: Json, inPath: string[]): Json {
  const required = Array.isArray(input.required)
    ? input.required.filter((name) => !inPath.includes(name))
    : []
  const { required: _with, ...rest } = input
  return { ...rest, properties, ...(required.length > 0 ? { required } : {}) }
}

function schemaOf(schema: Endpoint['input'], io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...drawn } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return drawn
}

const asContent = (schema: unknown): Json => ({ 'application/json': { schema } })

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
