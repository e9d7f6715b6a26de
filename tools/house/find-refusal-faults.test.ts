import { expect, test } from 'vitest'
import { findRefusalFaults } from './find-refusal-faults.ts'

const PATH = 'packages/operations/src/people/delete-member.ts'
const faultsOf = (path: string, text: string) => findRefusalFaults(new Map([[path, text]]))

test.each([
  ["throw new RunnelError('conflict', 'Nobody removes themselves.')", 'conflict'],
  [
    "return new RunnelError(\n  'invalid_input',\n  `There is no such thing.`,\n)\nconst issues = []",
    'invalid_input',
  ],
])('%s says why in English alone', (text, code) => {
  expect(faultsOf(PATH, text)).toEqual([
    `${PATH}: says why (${code}) in English alone. Give it a reason: refusalOf, tellWhy.`,
  ])
})

test('so does a faulty field with words', () => {
  expect(faultsOf(PATH, "issues: [{ path: 'id', message: 'is odd' }]")).toEqual([
    `${PATH}: a faulty field says why in English alone. Give it a reason: tellWhy.`,
  ])
})

test.each([
  ["throw refusalOf('conflict', tellWhy('own_removal'))"],
  ["throw new RunnelError('not_found', `It is gone`)"],
  ["throw new RunnelError('conflict', why.message, { issues: [{ path: 'name', ...why }] })"],
  ["throw new RunnelError('invalid_input', 'Odd.', { issues: [{ path: 'a', ...tellWhy('needed') }] })"],
  ["throw new RunnelError('conflict', 'Linked.', { body: { error: 'sso_linked_elsewhere' } })"],
])('%s does not', (text) => {
  expect(faultsOf(PATH, text)).toEqual([])
})

const ENGLISH = "throw new RunnelError('conflict', 'No.')"

test('a folder that nobody thought of is held to it, others are left alone so far', () => {
  expect(faultsOf('packages/operations/src/evaluations/create-evaluation.ts', ENGLISH)).toHaveLength(1)
  expect(faultsOf('packages/db/src/evaluations/evaluation-writer.ts', ENGLISH)).toHaveLength(1)
  expect(faultsOf('packages/operations/src/flows/create-flow.ts', ENGLISH)).toEqual([])
})

test('one that says why by now leaves the list', () => {
  expect(faultsOf('packages/operations/src/flows/create-flow.ts', 'throw nothing')).toEqual([
    'packages/operations/src/flows/ says why of every refusal: take it off the list in find-refusal-faults.ts.',
  ])
})

test('other rooms, and tests, are left alone', () => {
  expect(faultsOf('packages/nodes/src/agent.ts', ENGLISH)).toEqual([])
  expect(faultsOf('packages/operations/src/people/people.test.ts', ENGLISH)).toEqual([])
})
