import { can, type Principal } from '@runnel/access'
import { callNameOf, type ErrorIssue, RunnelError, readCustomToolRows } from '@runnel/contract'
import { namesVariables } from '@runnel/graph'

/** Fields of a custom tool that is created or changed. */
export interface CustomToolInput {
  name?: string | undefined
  description?: string | undefined
  color?: string | undefined
  iconSrc?: string | null | undefined
  schema?: string | null | undefined
  func?: string | null | undefined
}

/**
 * Refuses a tool that no model could call, and code that names variables (`$vars`) of somebody who may not see them: by
 * running it they would read them. Code that stood there before may stay.
 * @throws RunnelError `invalid_input` naming each faulty field, `forbidden`
 */
export function checkCustomTool(
  principal: Principal,
  { name, schema, func }: CustomToolInput,
  before: { func: string | null } = { func: null },
): void {
  const issues: ErrorIssue[] = [...nameIssues(name), ...readCustomToolRows(schema).issues]
  const [first] = issues
  if (first) throw new RunnelError('invalid_input', `${first.path}: ${first.message}`, { issues })
  const isNew = typeof func === 'string' && func !== before.func
  if (isNew && namesVariables(func) && !can(principal, 'variables:view')) {
    throw new RunnelError(
      'forbidden',
      'func: this code names variables ($vars). Who saves that needs the right to view variables.',
    )
  }
}

function nameIssues(name: string | undefined): ErrorIssue[] {
  if (name === undefined || callNameOf(name) !== '') return []
  return [
    { path: 'name', message: 'must hold a letter from a to z or a digit: models call the tool by its name' },
  ]
}
