import { isApiError } from '@runnel/client'
import { api } from '../../../app/api.ts'

/** Somebody who is to be in a workspace, and what they are called. */
export interface Candidate {
  userId: string
  name: string
}

/** What became of one of several who were to be added; without an error they are in. */
export interface Addition {
  candidate: Candidate
  error?: unknown
}

interface Adding {
  workspaceId: string
  roleId: string
  candidates: readonly Candidate[]
}

/** What the server refuses of one person and not of the next: who is in already, who is not there any more. */
const isOfOne = (error: unknown): boolean =>
  isApiError(error) && (error.status === 404 || error.status === 409)

/**
 * Adds several to a workspace. The server takes all of a call or none: where somebody among them stands in the way, they
 * are added one by one, and it is told of whom it was refused. What is refused of everybody in the same words is thrown.
 */
export async function addTogether({ workspaceId, roleId, candidates }: Adding): Promise<Addition[]> {
  const add = (some: readonly Candidate[]) =>
    api.linkWorkspaceUsers({
      params: { id: workspaceId },
      body: { users: some.map(({ userId }) => ({ userId, roleId })) },
    })
  try {
    await add(candidates)
    return candidates.map((candidate) => ({ candidate }))
  } catch (error) {
    if (candidates.length === 1 || !isOfOne(error)) throw error
    return addEach(candidates, (candidate) => add([candidate]))
  }
}

async function addEach(
  candidates: readonly Candidate[],
  add: (candidate: Candidate) => Promise<unknown>,
): Promise<Addition[]> {
  const additions: Addition[] = []
  for (const candidate of candidates) {
    try {
      await add(candidate)
      additions.push({ candidate })
    } catch (error) {
      additions.push({ candidate, error })
    }
  }
  const [first] = additions
  if (first && additions.every(({ error }) => isApiError(error) && isSame(error, first.error)))
    throw first.error
  return additions
}

/** Whether two were refused in the same words: then it is told once. */
const isSame = (error: Error, other: unknown): boolean => isApiError(other) && error.message === other.message
