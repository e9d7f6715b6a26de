import type { CustomTemplate } from '@runnel/contract'
import { expect, test, vi } from 'vitest'
import { isOwnId, toTemplate } from './own-templates.ts'

vi.mock('../../app/api.ts', () => ({ api: {} }))
vi.mock('../../app/query-client.ts', () => ({ queryClient: {} }))

const custom = { id: 'x', name: 'Ours', type: 'Chatflow', usecases: '' } as CustomTemplate

test('a template of the workspace is drawn as those that come with the product', () => {
  expect(toTemplate(custom)).toEqual({
    id: 'x',
    templateName: 'Ours',
    type: 'Chatflow',
    framework: [],
    usecases: [],
  })
  expect(toTemplate({ ...custom, usecases: ['Support'] })?.usecases).toEqual(['Support'])
  expect(toTemplate({ ...custom, type: 'Tool' })).toBeUndefined()
})

test('its id is told from the words of the others', () => {
  expect(isOwnId('8f7b1c1e-0000-4000-8000-000000000000')).toBe(true)
  expect(isOwnId('sql-agent')).toBe(false)
})
