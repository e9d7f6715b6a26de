import { type Principal, workspaceOf } from '@runnel/access'
import { type ConfigParam, type InputDefinition, isParam, type NodeDefinition } from '@runnel/contract'
import type { OperationContext } from '../context.ts'
import { authorizeFlow } from '../flow-rights.ts'
import { readStoredDocument } from '../flows/stored-document.ts'
import { getNode } from './list-nodes.ts'

/** The params of every node of a flow, as callers name them in `overrideConfig`. @throws RunnelError `not_found`, `forbidden` */
export async function listFlowConfig(
  context: OperationContext,
  principal: Principal,
  flowId: string,
): Promise<ConfigParam[]> {
  const { flow, version } = await context.db.read(workspaceOf(principal)).flows.getHead(flowId)
  authorizeFlow(principal, flow.type, 'view')
  const { nodes } = readStoredDocument(version.document, context.catalogue)
  return nodes.flatMap(({ id, label, type }) => {
    const definition = context.catalogue.find(type)
    return definition ? listParams(context, definition, { nodeId: id, node: label }) : []
  })
}

/** The same of one node, as an editor sends it. @throws RunnelError `not_found` for a type that there is not */
export function listNodeConfig(
  context: OperationContext,
  { id, name, label }: { id?: string | undefined; name: string; label?: string | undefined },
): ConfigParam[] {
  const definition = getNode(context, name)
  return listParams(context, definition, { nodeId: id ?? '', node: label ?? definition.label })
}

type Named = Pick<ConfigParam, 'node' | 'nodeId'>
type Told = Omit<ConfigParam, 'node' | 'nodeId'>

function listParams(context: OperationContext, { credential, inputs }: NodeDefinition, named: Named) {
  const params = [...(credential ? [credential] : []), ...inputs.filter(isParam)]
  return params.flatMap((input) => tellParam(context, input).map((told) => ({ ...named, ...told })))
}

function tellParam(context: OperationContext, input: InputDefinition): Told[] {
  const { label, name, type, credentialNames, fileType, array, loadConfig } = input
  if (type === 'credential') return tellFields(context, credentialNames ?? [])
  if (type === 'file') return [{ label, name: 'files', type: fileType ?? type }]
  const told = { label, name, type: typeOf(input) }
  if (array)
    return [{ ...told, schema: Object.fromEntries(array.map((field) => [field.name, typeOf(field)])) }]
  return loadConfig === true
    ? [told, { label: `${label} Config`, name: `${name}Config`, type: 'json' }]
    : [told]
}

/** The fields of the types of credentials that fit; those of a connected account as well. */
function tellFields({ catalogue }: OperationContext, names: readonly string[]): Told[] {
  return names
    .flatMap((each) => catalogue.findCredentialType(each)?.inputs ?? [])
    .map((field) => ({ label: field.label, name: field.name, type: typeOf(field) }))
}

function typeOf({ type, options }: InputDefinition): string {
  if (type === 'password') return 'string'
  return type === 'options' && options ? options.map(({ name }) => name).join(', ') : type
}
