import type { FlowDocument, JsonObject } from '@runnel/contract'
import type { FlowRow } from '@runnel/db'
import type { OperationContext } from '../context.ts'
import { readWithPatience } from '../storage-patience.ts'
import { type ResolvedOverrides, resolveOverrides } from './resolve-overrides.ts'

/** What of an `overrideConfig` takes effect in a call of a flow (`resolveOverrides`): no secret variable is set, whatever its author enabled. */
export async function resolveCallOverrides(
  context: OperationContext,
  overrideConfig: JsonObject | undefined,
  { flow, document }: { flow: Pick<FlowRow, 'workspaceId' | 'apiConfig'>; document: FlowDocument },
): Promise<ResolvedOverrides> {
  const { apiConfig, workspaceId } = flow
  const resolved = resolveOverrides(overrideConfig, { apiConfig, document }, context.catalogue.find)
  if (Object.keys(resolved.variables).length === 0) return resolved
  const secrets = await readWithPatience(context, () => context.db.read(workspaceId).variables.listSecrets())
  const names = new Set(secrets.map(({ name }) => name))
  const variables = Object.entries(resolved.variables)
  return {
    ...resolved,
    variables: Object.fromEntries(variables.filter(([name]) => !names.has(name))),
    ignored: [
      ...resolved.ignored,
      ...variables.flatMap(([name]) => (names.has(name) ? [`overrideConfig.vars.${name}`] : [])),
    ],
  }
}
