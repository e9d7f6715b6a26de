import { type InputDefinition, type JsonObject, RunnelError } from '@runnel/contract'
import type { Component } from '../component.ts'
import { readObject, readText } from '../read-values.ts'

/** Which documents may be found, whatever place they lie in. */
export function metadataFilterInput(name: string): InputDefinition {
  return {
    label: 'Metadata Filter',
    name,
    type: 'json',
    codeLanguage: 'filter',
    overridable: true,
    description:
      'Only what meets it is found: {"language": "en", "page": {"$gte": 3}}. $eq, $ne, $in, $nin, $gt, $gte, $lt, $lte, $contains, $exists, $and and $or are known',
    optional: true,
    acceptVariable: true,
    additionalParams: true,
    namesNoHost: true,
    readAs: 'metadataFilter',
  }
}

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
