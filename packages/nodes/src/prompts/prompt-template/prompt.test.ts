import type { JsonObject } from '@runnel/contract'
import { createTestCallContext, createTestComponent } from '@runnel/node-kit/testing'
import { describe, expect, test } from 'vitest'
import { readPromptTemplate } from './prompt.ts'

async function promptOf(values: JsonObject) {
  const component = createTestComponent('promptTemplate', { values })
  return readPromptTemplate(component, createTestCallContext().call)
}

describe('a prompt template', () => {
  test('lists its places in order and fills them', async () => {
    const prompt = await promptOf({ template: 'A {size} house in { town }, {size}.' })
    expect(prompt.variables).toEqual(['size', 'town'])
    expect(prompt.format({ size: 'small', town: 'Ulm' })).toEqual([
      { role: 'user', content: 'A small house in Ulm, small.' },
    ])
  })

  test('keeps doubled braces and JSON as text', async () => {
    const prompt = await promptOf({ template: 'Answer as {{"a": {b}}} or {"c": 1}.' })
    expect(prompt.variables).toEqual(['b'])
    expect(prompt.format({ b: '2' })[0]?.content).toBe('Answer as {"a": 2} or {"c": 1}.')
  })

  test('does not fill places inside values', async () => {
    const prompt = await promptOf({ template: '{a} {b}' })
    expect(prompt.format({ a: '{b}', b: '$& {{x}}' })[0]?.content).toBe('{b} $& {{x}}')
  })

  test('reads its values from JSON text', async () => {
    const prompt = await promptOf({ template: '{a}', promptValues: '{"a": "one"}' })
    expect(prompt.values).toEqual({ a: 'one' })
  })

  test('names a place that has no value', async () => {
    const prompt = await promptOf({ template: 'Hello {name}' })
    expect(() => prompt.format({})).toThrow('{name}')
  })

  test('of nothing but braces is read without delay', async () => {
    const prompt = await promptOf({ template: `{${' '.repeat(200_000)}` })
    expect(prompt.variables).toEqual([])
  })
})
