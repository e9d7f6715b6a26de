import type { JsonValue } from '@runnel/contract'
import type { RunNode } from '@runnel/node-kit'
import { expect, test } from 'vitest'
import { createFakeVendor } from './testing/fake-model.ts'
import { createFakePorts } from './testing/fake-ports.ts'
import { buildPlan, type TestEdge, type TestStep } from './testing/plan-builder.ts'
import { runToEnd } from './testing/run-to-end.ts'

/** Finds what its value says, at each of its runs the next; where it ran more often, the last. */
function createFinder(): RunNode {
  const runs = new Map<string, number>()
  return async ({ node, values }) => {
    const run = runs.get(node.id) ?? 0
    runs.set(node.id, run + 1)
    const finds = values.finds as JsonValue[][]
    return { output: { content: node.id, sourceDocuments: finds[run] ?? finds.at(-1) ?? [] } }
  }
}

const source = (pageContent: string) => ({ pageContent, metadata: {} })
const finder = (id: string, ...finds: string[][]): TestStep => ({
  id,
  type: 'finder',
  values: { finds: finds.map((names) => names.map(source)) },
})
const plain = (id: string): TestStep => ({ id, type: 'plain' })
const row = (...ids: string[]): TestEdge[] =>
  ids.slice(1).map((to, index) => ({ from: ids[index] as string, to }))

async function findSources(
  steps: TestStep[],
  edges: TestEdge[],
  { kind = 'agent', concurrency = 1 }: { kind?: 'agent' | 'chat'; concurrency?: number } = {},
) {
  const ports = createFakePorts({ vendor: createFakeVendor() })
  const { loadRun } = ports
  const find = createFinder()
  ports.loadRun = async (type) => (type === 'finder' ? find : loadRun(type))
  const { outcome } = await runToEnd({ plan: buildPlan(steps, edges, kind), ports, input: { concurrency } })
  expect(outcome?.error).toBeUndefined()
  return outcome?.sourceDocuments.map((found) => (found as { pageContent: string }).pageContent)
}

test('what an earlier step of an agent flow found stands behind the answer, each once, in step order', async () => {
  const steps = [finder('library', ['a', 'b']), finder('shelf', ['b', 'c']), plain('answer')]
  expect(await findSources(steps, row('library', 'shelf', 'answer'))).toEqual(['a', 'b', 'c'])
})

test('in parallel only what lies above the answer counts', async () => {
  const steps = [plain('start'), finder('aside', ['x']), finder('above', ['a']), plain('answer')]
  const edges = [...row('start', 'aside'), ...row('start', 'above', 'answer')]
  expect(await findSources(steps, edges, { concurrency: 4 })).toEqual(['a'])
})

test('of a step that a loop ran again only what it found last counts', async () => {
  const loop: TestStep = { id: 'loop', type: 'loop', values: { target: 'library', max: 2 } }
  const steps = [finder('library', ['wrong'], ['right']), loop]
  expect(await findSources(steps, row('library', 'loop'))).toEqual(['right'])
})

test('a chat flow answers with the sources of its last step alone', async () => {
  const steps = [finder('library', ['a']), plain('answer')]
  expect(await findSources(steps, row('library', 'answer'), { kind: 'chat' })).toEqual([])
})
