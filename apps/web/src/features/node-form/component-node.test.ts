import type { NodeDefinition } from '@runnel/contract'
import { expect, test } from 'vitest'
import {
  changeComponent,
  newComponent,
  readComponent,
  swapComponent,
  writeComponent,
} from './component-node.ts'

const loader: NodeDefinition = {
  name: 'pdfFile',
  label: 'Pdf File',
  version: 1,
  type: 'Document',
  icon: 'IconFile',
  category: 'Document Loaders',
  description: 'Reads',
  baseClasses: ['Document'],
  kind: 'component',
  effects: 'none',
  inputs: [
    { name: 'usage', label: 'Usage', type: 'string', default: 'perPage' },
    { name: 'scanModel', label: 'Model', type: 'asyncOptions', loadConfig: true },
  ],
}
const find = () => undefined

test('credentials of a component, and of what is chosen in it, are kept apart from its values and written as they were', () => {
  const config = {
    usage: 'perFile',
    scanModel: 'chatOpenAI',
    scanModelConfig: { modelName: 'eyes', FLOWISE_CREDENTIAL_ID: 'inner' },
    FLOWISE_CREDENTIAL_ID: 'own',
  }
  const node = readComponent(loader, config, find)
  expect(node.credentials).toEqual({ credential: 'own', scanModelConfig: 'inner' })
  expect(JSON.stringify(node.values)).not.toContain('inner')
  expect(writeComponent(node)).toEqual({ name: 'pdfFile', config })
})

test('the credential of a choice that was taken back is not written', () => {
  const node = { ...readComponent(loader, {}, find), credentials: { scanModelConfig: 'inner' } }
  expect(writeComponent(node)).toEqual({ name: 'pdfFile', config: { usage: 'perPage' } })
})

test('a component in place of another keeps what was set in that one and can be set in both', () => {
  const size = { name: 'chunkSize', label: 'Chunk Size', type: 'number', default: 1000 } as const
  const separator = { name: 'separator', label: 'Separator', type: 'string', optional: true } as const
  const language = (...names: string[]) => ({
    name: 'language',
    label: 'Language',
    type: 'options' as const,
    options: names.map((name) => ({ name, label: name })),
  })
  const letters = { ...loader, name: 'letters', inputs: [size, separator, language('js')] }
  const tokens = { ...loader, name: 'tokens', inputs: [{ ...size, default: 400 }, language('gpt2')] }
  const findSplitter = (name: string) => [letters, tokens].find((each) => each.name === name)
  const swap = (values: Record<string, string | number>) => {
    const changes = Object.entries(values).map(([path, value]) => ({ kind: 'set' as const, path, value }))
    const typed = changeComponent(newComponent(letters), changes, findSplitter)
    return swapComponent(typed, tokens, findSplitter)
  }
  expect(swap({})).toEqual(newComponent(tokens))
  const swapped = swap({ chunkSize: 700, separator: '|', language: 'js' })
  expect(swapped).toEqual({ ...newComponent(tokens), values: { chunkSize: 700 } })
})
