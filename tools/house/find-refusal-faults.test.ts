import { expect, test } from 'vitest'
import { findRefusalFaults } from './find-refusal-faults.ts'

const PATH = 'packages/operations/src/people/delete-member.ts'

test.each([
  ["throw new RunnelError('conflict', 'Nobody removes themselves.')", 'conflict'],
  [
    "return new RunnelError(\n  'invalid_input',\n  `There is no such thing.`,\n)\nconst issues = []",
    'invalid_input',
  ],
])('%s says why in English alone', (text, code) => {
  expect(findRefusalFaults(PATH, text)).toEqual([
    `${PATH}: says why (${code}) in English alone. Give it a reason: refusalOf, tellWhy.`,
  ])
})

test('so does a faulty field with words', () => {
  expect(findRefusalFaults(PATH, "issues: [{ path: 'id', message: 'is odd' }]")).toEqual([
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
  expect(findRefusalFaults(PATH, text)).toEqual([])
})

test('other rooms, and tests, are left alone', () => {
  const text = "throw new RunnelError('conflict', 'No.')"
  expect(findRefusalFaults('packages/nodes/src/agent.ts', text)).toEqual([])
  expect(findRefusalFaults('packages/operations/src/people/people.test.ts', text)).toEqual([])
})
