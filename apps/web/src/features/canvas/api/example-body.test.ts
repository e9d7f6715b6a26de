import { expect, test } from 'vitest'
import { exampleBody } from './example-body.ts'

const field = (name: string, type: 'string' | 'number' | 'boolean' | 'options') => ({
  name,
  label: name,
  type,
  options: [],
})

test('a flow without a form is asked a question', () => {
  expect(exampleBody(undefined)).toEqual({ question: 'Hello' })
})

test('an example shows at most four fields of a form, in their order [S9-SNIP-01]', () => {
  const fields = [
    field('a', 'string'),
    field('b', 'number'),
    field('c', 'boolean'),
    field('d', 'options'),
    field('e', 'string'),
    field('f', 'string'),
  ]
  const form = { title: '', description: '', fields }
  expect(exampleBody(form)).toEqual({ form: { a: 'text', b: 1, c: true, d: 'option' } })
  expect(exampleBody({ ...form, fields: fields.slice(0, 1) })).toEqual({ form: { a: 'text' } })
})
