import type { JsonObject, JsonValue, NodeDefinition } from '@runnel/contract'
import type { ValueChange } from '@runnel/graph'
import { useMemo } from 'react'
import type { FormModel } from '../../node-form/form-model.ts'

/** Values of a service while they are edited, its credential among them as `credentialId`. */
interface EditedService {
  definition: NodeDefinition
  values: JsonObject
  isReadOnly: boolean
  onChange: (values: JsonObject) => void
}

const nothing: never[] = []

function withChange(values: JsonObject, change: ValueChange): JsonObject {
  if (change.kind === 'set') return { ...values, [change.path]: change.value as JsonValue }
  return values
}

/** The form of a service that is chosen in the settings of a flow: its values are plain, without rows and nodes before. */
export function useSpeechForm({ definition, values, isReadOnly, onChange }: EditedService): FormModel {
  return useMemo(
    () => ({
      nodeId: definition.name,
      find: (type) => (type === definition.name ? definition : undefined),
      isReadOnly,
      change: (changes) => onChange(changes.reduce(withChange, values)),
      errorAt: () => undefined,
      severityAt: () => 'warning' as const,
      leave: () => undefined,
      credentialAt: () => (typeof values.credentialId === 'string' ? values.credentialId : undefined),
      setCredential: (_path, id) => onChange({ ...values, credentialId: id ?? '' }),
      listVariables: () => nothing,
      listPreviousNodes: () => nothing,
      sourcesOf: () => nothing,
    }),
    [definition, values, isReadOnly, onChange],
  )
}
