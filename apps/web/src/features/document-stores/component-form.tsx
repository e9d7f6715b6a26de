import type { FindDefinition, FlowNode } from '@runnel/contract'
import { useMemo } from 'react'
import { useProblemText } from '../../i18n/use-problem-text.ts'
import { nodeFields } from '../credentials/node-fields.ts'
import { changeComponent, checkComponent } from '../node-form/component-node.ts'
import { FieldComponentsContext } from '../node-form/field-components.ts'
import { type FormModel, FormModelContext } from '../node-form/form-model.ts'
import { ValuesForm } from '../node-form/values-form.tsx'

/** Changes a component; what it is given is the present one. */
export type ChangeComponent = (change: (node: FlowNode) => FlowNode) => void

interface ComponentFormProps {
  node: FlowNode
  find: FindDefinition
  isReadOnly: boolean
  /** From the first refused try on, fields say what they lack. */
  showsProblems: boolean
  onChange: ChangeComponent
}

const nothing: never[] = []

/** The params of a component that was chosen for a store, with its credential. */
export function ComponentForm({ node, find, isReadOnly, showsProblems, onChange }: ComponentFormProps) {
  const textOf = useProblemText()
  const model = useMemo((): FormModel => {
    const problems = showsProblems ? checkComponent(node, find) : nothing
    return {
      nodeId: node.id,
      find,
      isReadOnly,
      change: (changes) => onChange((current) => changeComponent(current, changes, find)),
      errorAt: (path) => {
        const problem = problems.find(({ param }) => param === path)
        return problem && textOf(problem)
      },
      severityAt: () => 'error',
      leave: () => undefined,
      credentialAt: (place) => node.credentials?.[place],
      setCredential: (place, id) => onChange((current) => withCredential(current, place, id)),
      listVariables: () => nothing,
      listPreviousNodes: () => nothing,
      sourcesOf: () => nothing,
    }
  }, [node, find, isReadOnly, showsProblems, onChange, textOf])
  const definition = find(node.type)
  if (definition === undefined) return null
  return (
    <FieldComponentsContext value={nodeFields}>
      <FormModelContext value={model}>
        <ValuesForm definition={definition} path="" values={node.values} />
      </FormModelContext>
    </FieldComponentsContext>
  )
}

function withCredential(node: FlowNode, place: string, id: string | undefined): FlowNode {
  const { [place]: _old, ...others } = node.credentials ?? {}
  return { ...node, credentials: id === undefined ? others : { ...others, [place]: id } }
}
