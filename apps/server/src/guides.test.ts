import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { type Capability, nodeDefinitionSchema } from '@runnel/contract'
import { listProvided, type NodeType, type Provider } from '@runnel/node-kit'
import { createTestComponent } from '@runnel/node-kit/testing'
import { nodeCatalogue } from '@runnel/nodes'
import { providerCatalogue } from '@runnel/providers'
import { afterAll, describe, expect, test } from 'vitest'

/** The examples of the guides are taken out of them and run: whoever follows a guide to the letter gets what it says. */

const ROOT = resolve(import.meta.dirname, '../../..')
const folder = mkdtempSync(join(tmpdir(), 'runnel-guides-'))
symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
for (const name of ['ai-sdk', 'testing'])
  symlinkSync(join(ROOT, 'packages/providers/src', name), join(folder, name))
symlinkSync(join(ROOT, 'packages/nodes/src/agentflow/agent-step.ts'), join(folder, 'agent-step.ts'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Writes the first example behind each of these names of files, and gives their paths. */
function writeExamples(guide: string, names: string[]): Record<string, string> {
  const text = readFileSync(join(ROOT, 'docs', guide), 'utf8')
  const paths = names.map((name) => {
    const after = text.slice(text.indexOf(`\`${name}\``))
    const [, code] = /```ts\n([\s\S]*?)```/.exec(after) ?? []
    if (!text.includes(`\`${name}\``) || code === undefined)
      throw new Error(`${guide} has no example of ${name}.`)
    const path = join(folder, basename(guide, '.md'), basename(name))
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, code)
    return [basename(name), path] as const
  })
  return Object.fromEntries(paths)
}

const load = (path = '') => import(/* @vite-ignore */ path)

const node = writeExamples(
  'adding-a-node.md',
  ['definition.ts', 'run.ts', 'run.test.ts'].map(
    (name) => `packages/nodes/src/agentflow/word-count-agentflow/${name}`,
  ),
)
const { wordCountAgentflow }: { wordCountAgentflow: NodeType } = await load(node['definition.ts'])

describe('the node of the guide', () => {
  test('fits the contract, loads its work, and looks like no other of agent flows', async () => {
    const { definition, run } = wordCountAgentflow
    expect(nodeDefinitionSchema.parse(definition)).toEqual(definition)
    expect(await run?.()).toBeTypeOf('function')
    const others = nodeCatalogue.map((type) => type.definition).filter(({ canvas }) => canvas === 'agent')
    expect(others.map(({ icon }) => icon)).not.toContain(definition.icon)
    expect(others.map(({ color }) => color)).not.toContain(definition.color)
  })
})

describe('its tests, as the guide has them', async () => {
  await load(node['run.test.ts'])
})

test('the vendor of the guide answers', async () => {
  const vendor = writeExamples('adding-a-vendor.md', [
    'open-deepinfra-chat-model.ts',
    'deepinfra-provider.ts',
    'deepinfra-case.fixture.ts',
  ])
  const { deepInfraProvider }: { deepInfraProvider: Provider } = await load(vendor['deepinfra-provider.ts'])
  const { deepInfraCase } = await load(vendor['deepinfra-case.fixture.ts'])
  const fake = await deepInfraCase.startFake()
  const [type] = deepInfraProvider.nodes
  const open = await type?.provides?.chatModel?.()
  const component = createTestComponent(deepInfraCase.node, {
    values: { ...deepInfraCase.values, ...deepInfraCase.settings.values },
  })
  const model = await open?.(component, {
    credential: deepInfraCase.credential,
    fetch: (input, init) => fetch(new URL(new URL(String(input)).pathname, fake.origin), init),
    sleep: () => new Promise(() => {}),
    readFile: () => Promise.reject(new Error('No file.')),
  })
  fake.respondWith({ text: 'Good day.' })
  const asked = { messages: [{ role: 'user' as const, content: 'Hello' }] }
  const reply = await model?.generate(asked, AbortSignal.timeout(10_000))
  expect(reply?.parts).toMatchObject([{ type: 'text', text: 'Good day.' }])
  expect(fake.requests.at(-1)?.body).toMatchObject(deepInfraCase.settings.body)
  expect(type?.definition.name).toBe(deepInfraCase.node)
  await fake.close()
})

test('what the guides make is not there yet: whoever follows them meets nobody', async () => {
  const vendor = writeExamples('adding-a-vendor.md', [
    'open-deepinfra-chat-model.ts',
    'deepinfra-provider.ts',
  ])
  const { deepInfraProvider }: { deepInfraProvider: Provider } = await load(vendor['deepinfra-provider.ts'])
  expect(providerCatalogue.map(({ name }) => name)).not.toContain(deepInfraProvider.name)
  expect(nodeCatalogue.map(({ definition }) => definition.name)).not.toContain(
    wordCountAgentflow.definition.name,
  )
})

test('the README counts the vendors, chat models, embeddings and image models that there are', () => {
  const vendors = providerCatalogue.filter(({ name }) => name !== 'demo')
  const counted = vendors.map(({ nodes }) =>
    nodes.filter(({ definition }) => definition.category === 'Chat Models'),
  )
  const countOf = (kind: Capability) =>
    vendors.flatMap(({ nodes }) => nodes).filter(({ definition }) => listProvided(definition).includes(kind))
      .length
  const count = { models: counted.flat().length, vendors: counted.filter(({ length }) => length > 0).length }
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8')
  expect(/\d+ chat models of \d+ vendors/.exec(readme)?.[0]).toBe(
    `${count.models} chat models of ${count.vendors} vendors`,
  )
  expect(/\d+ embeddings/.exec(readme)?.[0]).toBe(`${countOf('embedder')} embeddings`)
  expect(/\d+ image models/.exec(readme)?.[0]).toBe(`${countOf('imageModel')} image models`)
})
