import type { InputDefinition } from '@runnel/contract'

const TYPE = 'conditions[$index].type'
const OPERATION = 'conditions[$index].operation'

const equal = { label: 'Equal', name: 'equal' }
const notEqual = { label: 'Not Equal', name: 'notEqual' }
const isEmpty = { label: 'Is Empty', name: 'isEmpty' }
const notEmpty = { label: 'Not Empty', name: 'notEmpty' }

/** Fields of one comparison. Each type has its own fields of the same names, shown in turn. */
export const conditionRowInputs: InputDefinition[] = [
  {
    label: 'Type',
    name: 'type',
    type: 'options',
    overridable: true,
    default: 'string',
    options: [
      { label: 'String', name: 'string' },
      { label: 'Number', name: 'number' },
      { label: 'Boolean', name: 'boolean' },
    ],
  },
  {
    label: 'Value 1',
    name: 'value1',
    type: 'string',
    overridable: true,
    default: '',
    description: 'The value that is compared',
    acceptVariable: true,
    show: { [TYPE]: 'string' },
  },
  {
    label: 'Operation',
    name: 'operation',
    type: 'options',
    overridable: true,
    default: 'equal',
    options: [
      { label: 'Contains', name: 'contains' },
      { label: 'Ends With', name: 'endsWith' },
      equal,
      { label: 'Not Contains', name: 'notContains' },
      notEqual,
      { label: 'Regex', name: 'regex' },
      { label: 'Starts With', name: 'startsWith' },
      isEmpty,
      notEmpty,
    ],
    show: { [TYPE]: 'string' },
  },
  {
    label: 'Value 2',
    name: 'value2',
    type: 'string',
    overridable: true,
    default: '',
    description: 'The value to compare with',
    acceptVariable: true,
    show: { [TYPE]: 'string' },
    hide: { [OPERATION]: ['isEmpty', 'notEmpty'] },
  },
  {
    label: 'Value 1',
    name: 'value1',
    type: 'number',
    overridable: true,
    default: '',
    description: 'The value that is compared',
    acceptVariable: true,
    show: { [TYPE]: 'number' },
  },
  {
    label: 'Operation',
    name: 'operation',
    type: 'options',
    overridable: true,
    default: 'equal',
    options: [
      { label: 'Smaller', name: 'smaller' },
      { label: 'Smaller Equal', name: 'smallerEqual' },
      equal,
      notEqual,
      { label: 'Larger', name: 'larger' },
      { label: 'Larger Equal', name: 'largerEqual' },
      isEmpty,
      notEmpty,
    ],
    show: { [TYPE]: 'number' },
  },
  {
    label: 'Value 2',
    name: 'value2',
    type: 'number',
    overridable: true,
    default: 0,
    description: 'The value to compare with',
    acceptVariable: true,
    show: { [TYPE]: 'number' },
  },
  {
    label: 'Value 1',
    name: 'value1',
    type: 'boolean',
    overridable: true,
    default: false,
    description: 'The value that is compared',
    acceptVariable: true,
    show: { [TYPE]: 'boolean' },
  },
  {
    label: 'Operation',
    name: 'operation',
    type: 'options',
    overridable: true,
    default: 'equal',
    options: [equal, notEqual],
    show: { [TYPE]: 'boolean' },
  },
  {
    label: 'Value 2',
    name: 'value2',
    type: 'boolean',
    overridable: true,
    default: false,
    description: 'The value to compare with',
    acceptVariable: true,
    show: { [TYPE]: 'boolean' },
  },
]
