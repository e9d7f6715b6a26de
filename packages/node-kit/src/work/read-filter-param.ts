import { type JsonObject, RunnelError } from '@runnel/contract'
import type { Component } from '../component.ts'
import { readObject, readText } from '../read-values.ts'

/**
 * The filter over metadata that a param holds as an object or as JSON text; undefined where it is empty.
 * @throws RunnelError `invalid_input` for anything else: a filter that cannot be read must not let everything pass
 */
export function readFilterParam(
  { values, label }: Pick<Component, 'values' | 'label'>,
  param: string,
): JsonObject | undefined {
  if (readText(values, param).trim() === '') return undefined
  const filter = readObject(values, param)
  if (!filter) {
    throw new RunnelError('invalid_input', `The metadata filter of ${label} is no JSON object. Correct it.`)
  }
  return Object.keys(filter).length > 0 ? filter : undefined
}
