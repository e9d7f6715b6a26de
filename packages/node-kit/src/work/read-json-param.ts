import { type JsonObject, RunnelError } from '@runnel/contract'
import type { Component } from '../component.ts'
import { readObject, readText } from '../read-values.ts'

/**
 * The object of a `json` param, also as its text; undefined where it is empty.
 * @throws RunnelError `invalid_input` for anything else, by the names of node and param: what an author wrote must not be
 * left aside in silence
 */
export function readJsonParam(
  { values, label }: Pick<Component, 'values' | 'label'>,
  param: string,
): JsonObject | undefined {
  if (readText(values, param).trim() === '') return undefined
  const found = readObject(values, param)
  if (found) return found
  const message = `“${param}” of ${label} is no JSON object. Write it as {"name": "value"}.`
  throw new RunnelError('invalid_input', message, { issues: [{ path: param, message }] })
}
