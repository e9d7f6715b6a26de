import { expect, test } from 'vitest'
import { findHandlerFaults } from './find-handler-faults.ts'

const ROUTES = 'packages/contract/src/routes'
const HANDLERS = 'apps/server/src/http/handlers'
const table = (name: string): [string, string] => [
  `${ROUTES}/${name}s.ts`,
  `export const ${name}Routes = {}\n`,
]
const answers = (file: string, name: string, of = name): [string, string] => [
  `${HANDLERS}/${file}-handlers.ts`,
  `export function ${name}Handlers(): HandlersOf<typeof ${of}Routes> {}\n`,
]
const faultsOf = (...files: [string, string][]) => findHandlerFaults(new Map(files))

test('each table of routes has its handlers in the file of its name', () => {
  expect(faultsOf(table('role'), answers('role', 'role'))).toEqual([])
  expect(faultsOf(table('apiKey'), answers('api-key', 'apiKey'))).toEqual([])
})

test.each([
  ['there is no such file', []],
  ['it stands in another', [answers('people', 'apiKey')]],
  ['it answers another table', [answers('api-key', 'apiKey', 'role')]],
  ['it is not given to anybody', [answers('api-key', 'key', 'apiKey')]],
] as [string, [string, string][]][])('a table is told whose handlers are not there: %s', (_how, files) => {
  expect(faultsOf(table('apiKey'), ...files)).toContain(
    `${ROUTES}/apiKeys.ts: apiKeyRoutes wants its handlers in ${HANDLERS}/api-key-handlers.ts: export function apiKeyHandlers(…): HandlersOf<typeof apiKeyRoutes>.`,
  )
})

test('handlers of no table are told', () => {
  expect(faultsOf(table('role'), answers('role', 'role'), answers('people', 'people'))).toEqual([
    `${HANDLERS}/people-handlers.ts: there is no peopleRoutes in ${ROUTES}. Handlers stand where their table of routes says.`,
  ])
})

test('what puts all tables, and all handlers, together is none of them', () => {
  const all: [string, string][] = [
    [`${ROUTES}/all-routes.ts`, 'export const allRoutes = {}\n'],
    [`${HANDLERS}/all-handlers.ts`, 'export function allHandlers(): Handlers {}\n'],
  ]
  expect(faultsOf(...all)).toEqual([])
})
