import type { InputDefinition, OutputDefinition } from '@runnel/contract'

/** What the code of a function reads by name. */
export const functionVariablesInput: InputDefinition = {
  label: 'Input Variables',
  name: 'functionInputVariables',
  type: 'json',
  overridable: true,
  description: 'Values that the code reads as $name, such as {"name": "{{question}}"}',
  optional: true,
  acceptVariable: true,
}

/** A name for people; nothing reads it. */
export const functionNameInput: InputDefinition = {
  label: 'Function Name',
  name: 'functionName',
  type: 'string',
  overridable: true,
  placeholder: 'My Function',
  optional: true,
}

/** The classes of a plain value, as it can be wired to any param. */
export const VALUE_CLASSES = ['string', 'number', 'boolean', 'json', 'array']

/** The one output of a node that gives a value. */
export const valueOutput: OutputDefinition = { label: 'Output', name: 'output', baseClasses: VALUE_CLASSES }
