/**
 * Types of params, by the reference's names. An input whose type is none of these is an **anchor**: it takes a
 * connection from a node whose base classes share a name with the anchor's type (`A | B` lists several).
 */
export const PARAM_TYPES = [
  'string',
  'number',
  'boolean',
  'password',
  'options',
  'multiOptions',
  'asyncOptions',
  'asyncMultiOptions',
  'json',
  'code',
  'date',
  'file',
  'folder',
  'array',
  'datagrid',
  'tabs',
  'credential',
  'url',
  'addresses',
  'conditionFunction',
  'timePicker',
  'weekDaysPicker',
  'monthDaysPicker',
  'datePicker',
] as const

/** True when the input is drawn as a form field, false when it is an anchor. */
export function isParam(input: { type: string }): boolean {
  return (PARAM_TYPES as readonly string[]).includes(input.type)
}
