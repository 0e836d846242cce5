import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Ajv, type ValidateFunction } from 'ajv'
import type { CrmServerRequest } from './crm-server/server-request.ts'

type Content = { content?: { 'application/json'?: { schema: object } } }
type Operation = {
  parameters?: { name: string; in: string; required?: boolean; schema?: { enum?: string[] } }[]
  requestBody?: Content
  responses: Record<string, Content>
}
type ApiFile = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, { additionalProperties?: boolean }> }
}

/** Holds calls against the CRM's own OpenAPI files. */
export type CrmSchema = {
  /** What is wrong with a call: path, query, version or body; undocumented properties count. Empty when valid. */
  requestProblems(call: CrmServerRequest): string[]
  /** What is wrong with a successful answer; further properties are allowed. Empty when valid. */
  answerProblems(call: CrmServerRequest): string[]
}

const folder = fileURLToPath(new URL('../../../shared/vendors/ghl/', import.meta.url))
const FILES = ['contacts.json', 'locations.json', 'calendars.json', 'opportunities.json']

const pathPattern = (path: string) => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`)

/** The CRM's schema, or null where its files do not lie beside this repository. */
export function loadCrmSchema(): CrmSchema | null {
  if (!FILES.every((file) => existsSync(folder + file))) return null
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false })
  const operations = FILES.flatMap((file) => {
    const api: ApiFile = JSON.parse(readFileSync(folder + file, 'utf8'))
    const all = Object.entries(api.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ file, path, method, operation })),
    )
    for (const { operation } of all) {
      const schema = operation.requestBody?.content?.['application/json']?.schema
      const name = schema && '$ref' in schema ? String(schema.$ref).split('/').at(-1) : undefined
      const body = name && api.components.schemas[name]
      if (body) body.additionalProperties = false
    }
    ajv.addSchema(api, file)
    return all
  })
  // A fixed path goes before a pattern that would fit it too.
  operations.sort((one, other) => Number(one.path.includes('{')) - Number(other.path.includes('{')))

  const find = (call: CrmServerRequest) =>
    operations.find(
      ({ method, path }) => method === call.method.toLowerCase() && pathPattern(path).test(call.path),
    )
  const compiled = new Map<object, ValidateFunction>()
  const problemsOf = (file: string, holder: Content | undefined, value: unknown): string[] => {
    const schema = holder?.content?.['application/json']?.schema
    if (!schema) return value === undefined ? [] : ['a body where none is documented']
    const resolved = '$ref' in schema ? { $ref: file + String(schema.$ref) } : schema
    const validate = compiled.get(schema) ?? ajv.compile(resolved)
    compiled.set(schema, validate)
    if (validate(value)) return []
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath || 'body'} ${message} ${JSON.stringify(params)}`,
    )
  }

  return {
    requestProblems(call) {
      const found = find(call)
      if (!found) return [`${call.method} ${call.path} is not documented`]
      const { parameters = [], requestBody } = found.operation
      const query = parameters.filter((parameter) => parameter.in === 'query')
      const versions = parameters.find(({ name }) => name === 'Version')?.schema?.enum
      return [
        ...Object.keys(call.query)
          .filter((name) => !query.some((parameter) => parameter.name === name))
          .map((name) => `query ${name} is not documented`),
        ...query
          .filter(({ name, required }) => required && !(name in call.query))
          .map(({ name }) => `query ${name} is missing`),
        ...(versions?.includes(call.version ?? '') ? [] : [`version ${call.version} is not documented`]),
        ...problemsOf(found.file, requestBody, call.body),
      ]
    },
    answerProblems(call) {
      const found = find(call)
      const documented = found?.operation.responses[String(call.status)]
      if (!found || !documented) return [`${call.method} ${call.path} with ${call.status} is not documented`]
      return documented.content ? problemsOf(found.file, documented, call.answer) : []
    },
  }
}
