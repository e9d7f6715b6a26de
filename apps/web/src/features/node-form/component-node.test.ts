import type { NodeDefinition } from '@runnel/contract'
import { expect, test } from 'vitest'
import { readComponent, writeComponent } from './component-node.ts'

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
