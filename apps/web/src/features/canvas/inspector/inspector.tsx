import { ActionIcon, Menu, ScrollArea, Select, TextInput } from '@mantine/core'
import { type FlowNode, findParamReadAs, type NodeDefinition, type Problem } from '@runnel/contract'
import { findNodeDefinition, isAgentFlowNode, renameNode, setDisabled, setOutput } from '@runnel/graph'
import { IconCopy, IconDots, IconPlugConnected, IconPower, IconTrash, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProblemText } from '../../../i18n/use-problem-text.ts'
import { NodeIcon } from '../../../ui/node-icon.tsx'
import { nodeFields } from '../../credentials/node-fields.ts'
import { FieldComponentsContext } from '../../node-form/field-components.ts'
import { FormModelContext } from '../../node-form/form-model.ts'
import { FunctionTrial } from '../../node-form/trial/function-trial.tsx'
import { ValuesForm } from '../../node-form/values-form.tsx'
import { ConnectDialog } from '../dialogs/connect-dialog.tsx'
import { deleteSelection, duplicateSelection } from '../editing/flow-clipboard.ts'
import { focusAfterDeletion, focusCard } from '../editing/focus-places.ts'
import { useCanvasSession, useEditor } from '../session/canvas-session.ts'
import { changeFlow, inspect, select } from '../session/editor-store.ts'
import { AnchorList } from './anchor-list.tsx'
import { useNodeFormModel } from './use-form-model.ts'
import './inspector.css'

/** The form of the node whose card was opened; nothing when none is. */
export function Inspector({ problems }: { problems: readonly Problem[] }) {
  const { find } = useCanvasSession()
  const node = useEditor(({ inspected, document }) => document.nodes.find(({ id }) => id === inspected))
  if (node === undefined) return null
  return (
    <NodeInspector
      key={node.id}
      node={node}
      definition={findNodeDefinition(node, find)}
      problems={problems}
    />
  )
}

interface NodeInspectorProps {
  node: FlowNode
  definition: NodeDefinition | undefined
  problems: readonly Problem[]
}

function NodeInspector({ node, definition, problems }: NodeInspectorProps) {
  const { t } = useTranslation('canvas')
  const textOf = useProblemText()
  const model = useNodeFormModel(node, problems)
  const isReadOnly = useEditor((state) => state.isReadOnly)
  const general = problems.filter(({ nodeId, param }) => nodeId === node.id && param === undefined)
  return (
    <section
      className="inspector"
      tabIndex={-1}
      data-read-only={isReadOnly || undefined}
      aria-label={t('inspector.title', { label: node.label })}
    >
      <InspectorHead node={node} definition={definition} />
      <ScrollArea className="inspector-body" type="hover" scrollbarSize={8}>
        {definition ? (
          <p className="inspector-help">{definition.description}</p>
        ) : (
          <p className="field-error">{t('inspector.unknown', { type: node.type })}</p>
        )}
        {isReadOnly ? <p className="inspector-help">{t('inspector.viewOnly')}</p> : null}
        {general.map((problem) => (
          <p
            className="inspector-problem"
            data-severity={problem.severity}
            key={`${problem.code}-${problem.message}`}
          >
            {textOf(problem)}
          </p>
        ))}
        {definition ? (
          <FieldComponentsContext value={nodeFields}>
            <FormModelContext value={model}>
              <OutputChoice node={node} definition={definition} />
              <ValuesForm definition={definition} path="" values={node.values} />
              <Trial node={node} />
              <AnchorList node={node} definition={definition} />
            </FormModelContext>
          </FieldComponentsContext>
        ) : null}
      </ScrollArea>
    </section>
  )
}

function InspectorHead({ node, definition }: Pick<NodeInspectorProps, 'node' | 'definition'>) {
  const { t } = useTranslation('canvas')
  const { editor } = useCanvasSession()
  const isReadOnly = useEditor((state) => state.isReadOnly)
  return (
    <header className="inspector-head">
      <h2 className="visually-hidden">{t('inspector.title', { label: node.label })}</h2>
      <NodeIcon definition={definition} size={28} />
      <TextInput
        flex={1}
        variant="unstyled"
        aria-label={t('inspector.name')}
        value={node.label}
        disabled={isReadOnly}
        onChange={(event) => {
          const label = event.currentTarget.value
          changeFlow(
            editor,
            (document) => renameNode(document, { nodeId: node.id, label }),
            `${node.id} label`,
          )
        }}
      />
      {isReadOnly ? null : <NodeMenu node={node} />}
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('inspector.close')}
        onClick={() => {
          inspect(editor, undefined)
          focusCard(node.id)
        }}
      >
        <IconX size={16} stroke={1.8} />
      </ActionIcon>
    </header>
  )
}

function NodeMenu({ node }: { node: FlowNode }) {
  const { t } = useTranslation('canvas')
  const { editor, find } = useCanvasSession()
  const [isConnecting, setIsConnecting] = useState(false)
  const withNode = (work: () => void) => () => {
    select(editor, [node.id])
    work()
  }
  const toggle = () =>
    changeFlow(editor, (document) => setDisabled(document, { nodeId: node.id, disabled: !node.disabled }))
  return (
    <>
      <Menu position="bottom-end" shadow="md">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={t('inspector.actions')}>
            <IconDots size={16} stroke={1.8} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconPlugConnected size={16} stroke={1.8} />}
            onClick={() => setIsConnecting(true)}
          >
            {t('connect.title')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconCopy size={16} stroke={1.8} />}
            onClick={withNode(() => duplicateSelection(editor, find))}
          >
            {t('inspector.duplicate')}
          </Menu.Item>
          <Menu.Item leftSection={<IconPower size={16} stroke={1.8} />} onClick={toggle}>
            {node.disabled ? t('inspector.enable') : t('inspector.disable')}
          </Menu.Item>
          <Menu.Item
            color="red"
            leftSection={<IconTrash size={16} stroke={1.8} />}
            onClick={withNode(() => focusAfterDeletion(deleteSelection(editor)))}
          >
            {t('inspector.delete')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isConnecting ? <ConnectDialog sourceId={node.id} onClose={() => setIsConnecting(false)} /> : null}
    </>
  )
}

/** Code can be tried out where it is written, by those who may change it. */
function Trial({ node }: { node: FlowNode }) {
  const document = useEditor((state) => state.document)
  const isReadOnly = useEditor((state) => state.isReadOnly)
  const { find } = useCanvasSession()
  if (isReadOnly || !findParamReadAs(find(node.type), 'code')) return null
  return <FunctionTrial node={node} document={document} find={find} />
}

/** What a chat-flow node gives, where it offers a choice. */
function OutputChoice({ node, definition }: { node: FlowNode; definition: NodeDefinition }) {
  const { t } = useTranslation('node-form')
  const { editor } = useCanvasSession()
  const isReadOnly = useEditor((state) => state.isReadOnly)
  const outputs = (definition.outputs ?? []).filter(({ isAnchor, hidden }) => !isAnchor && !hidden)
  if (isAgentFlowNode(definition) || outputs.length < 2) return null
  return (
    <Select
      className="inspector-output"
      label={t('output')}
      data={outputs.map(({ name, label }) => ({ value: name, label }))}
      value={node.outputs?.output ?? outputs[0]?.name ?? null}
      disabled={isReadOnly}
      onChange={(output) => {
        if (output) changeFlow(editor, (document) => setOutput(document, { nodeId: node.id, output }))
      }}
    />
  )
}
