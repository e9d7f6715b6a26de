import type { JsonObject, NodeDefinition } from '@runnel/contract'
import { type ComponentType, createContext, useContext } from 'react'
import type { FieldProps } from './form-model.ts'

/** A form of values: the params of a node or of a chosen component. */
export interface ValuesFormProps {
  definition: Pick<NodeDefinition, 'name' | 'inputs' | 'credential'>
  /** Where the values lie in the node; empty for the node's own. */
  path: string
  values: JsonObject
}

/** Parts of a form that hold each other: rows hold fields, a field holds a component's form, a form holds fields. */
export interface FieldComponents {
  Field: ComponentType<FieldProps>
  Form: ComponentType<ValuesFormProps>
  /** Chooses, makes and changes credentials; it belongs to another feature. */
  Credential: ComponentType<FieldProps>
}

/** Given around a form by whoever puts it together. */
export const FieldComponentsContext = createContext<FieldComponents | undefined>(undefined)

/** The parts of the form around this field. */
export function useFieldComponents(): FieldComponents {
  const components = useContext(FieldComponentsContext)
  if (!components) throw new Error('A form needs a FieldComponentsContext around it.')
  return components
}
