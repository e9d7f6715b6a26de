import { readFileSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import { z } from 'zod'

/** A path that leads to the same place wherever the server was started. */
export const absolutePath = z.string().refine(isAbsolute, 'must be an absolute path')

/** Ids of the workspaces whose flows may use an entry; all may without it. */
export const allowedWorkspaces = z.array(z.string()).optional()

const entryName = z.string().regex(/^[\w.-]{1,100}$/, 'must be a name of letters, digits, ".", "_" and "-"')

/**
 * What the operator lists by name in a JSON file; else what is wrong with that file, without what it holds. `what` is the
 * plural of what is listed: `programs`.
 */
export function readOperatorList<Entry>(
  file: string,
  entry: z.ZodType<Entry>,
  what: string,
): Record<string, Entry> | string {
  let content: unknown
  try {
    content = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    return error instanceof SyntaxError ? 'must be a file of JSON' : 'must be a file that can be read'
  }
  const { data, error } = z.record(entryName, entry).safeParse(content)
  if (data) return data
  const [issue] = error.issues
  const reason = issue?.code === 'invalid_key' ? issue.issues[0]?.message : issue?.message
  return `must be a list of ${what} by name; ${issue?.path.join('.')}: ${reason}`
}
