import type { NodeType } from '@runnel/node-kit'
import { customFunction } from './custom-function/definition.ts'
import { getVariable } from './get-variable/definition.ts'
import { ifElseFunction } from './if-else-function/definition.ts'
import { setVariable } from './set-variable/definition.ts'

/** Utilities, in the order in which menus show them. */
export const utilities: readonly NodeType[] = [customFunction, ifElseFunction, setVariable, getVariable]
