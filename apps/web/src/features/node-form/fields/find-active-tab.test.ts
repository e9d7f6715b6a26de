import type { InputDefinition } from '@runnel/contract'
import { expect, test } from 'vitest'
import { findActiveTab } from './find-active-tab.ts'

const input: InputDefinition = {
  name: 'source',
  label: 'Source',
  type: 'tabs',
  tabIdentifier: 'sourceTab',
  tabs: [
    { name: 'file', label: 'File', type: 'string' },
    { name: 'text', label: 'Text', type: 'string' },
  ],
}

test('the chosen tab is kept with the node under the identifier of its param [S3-PARAM-07]', () => {
  const key = 'sourceTab_loader_0'
  expect(findActiveTab(input, 'loader_0', {})).toEqual({ key, active: 'file' })
  expect(findActiveTab({ ...input, default: 'text' }, 'loader_0', {})).toEqual({ key, active: 'text' })
  expect(findActiveTab(input, 'loader_0', { [key]: 'text' })).toEqual({ key, active: 'text' })
  expect(findActiveTab(input, 'loader_0', { sourceTab_loader_1: 'text' }).active).toBe('file')
})
