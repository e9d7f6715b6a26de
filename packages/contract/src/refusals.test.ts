import { expect, test } from 'vitest'
import { RunnelError, refusalOf } from './errors.ts'
import { tellWhy } from './refusals.ts'

test('a refusal says its reason in words, and what the words are made of [S8-OPEN-01]', () => {
  expect(tellWhy('role_name_taken', { name: '{{name}} $1' })).toEqual({
    message: 'There is a role “{{name}} $1” already. Choose another name.',
    reason: 'role_name_taken',
    details: { name: '{{name}} $1' },
  })
})

test('an error of a refusal carries its reason for pages in other languages', () => {
  const error = refusalOf('conflict', tellWhy('own_removal'))
  expect(error).toBeInstanceOf(RunnelError)
  expect(error).toMatchObject({
    code: 'conflict',
    status: 409,
    message: 'Nobody removes themselves. Ask another administrator to do it.',
    issues: [],
    body: { reason: 'own_removal', details: {} },
  })
})

test('a refusal at a field is told there', () => {
  expect(refusalOf('invalid_input', tellWhy('needed'), { path: 'name' })).toMatchObject({
    message: 'name: is needed',
    issues: [{ path: 'name', message: 'is needed', reason: 'needed' }],
    body: {},
  })
})
