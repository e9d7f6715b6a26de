import { expect, test } from 'vitest'
import { listCarried } from './carried-rights.ts'

test('a right that leads nowhere without another is left out until that one is held', () => {
  const alone = ['chatflows:view', 'chatflows:duplicate', 'agentflows:import', 'documentStores:add-loader']
  expect(listCarried(alone)).toEqual(['chatflows:view'])
  const others = ['chatflows:create', 'agentflows:create', 'documentStores:preview-process']
  expect(listCarried([...alone, ...others])).toEqual([...alone, ...others])
})

test('all others count by themselves', () => {
  const held = ['chatflows:export', 'documentStores:preview-process', 'users:manage', 'of:elsewhere']
  expect(listCarried(held)).toEqual(held)
})
