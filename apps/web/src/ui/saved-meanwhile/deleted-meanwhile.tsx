import { Skeleton } from '@mantine/core'
import { isApiError } from '@runnel/client'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { FailureNote } from '../failure-note.tsx'
import { DeletedNote, type DeletedThing } from './deleted-note.tsx'
import { otherFailure } from './use-revision.ts'

interface DeletedMeanwhileProps {
  /** Why the save failed. */
  error: unknown
  /** Reads what stands now; undefined where it is gone. */
  read: () => Promise<unknown>
  thing: DeletedThing
}

/** What a save says that met something which is not there; undefined for every other failure. */
function notFound(error: unknown) {
  return isApiError(error) && error.code === 'not_found' ? error : undefined
}

/** What a form says of a failure beside what stands in `SavedMeanwhile` and, where it changes a thing, `DeletedMeanwhile`. */
export function ownFailure(error: unknown, thing: DeletedThing | undefined): unknown {
  return thing && notFound(error) ? undefined : otherFailure(error)
}

/**
 * Says in a form that others deleted what it changes meanwhile. Where it was something else that was not found, such as a
 * role that is given, the server's words for that stand here.
 */
export function DeletedMeanwhile({ error, read, thing }: DeletedMeanwhileProps) {
  const refusal = notFound(error)
  const name = useId()
  const now = useQuery({
    queryKey: ['deleted meanwhile', name, refusal?.requestId],
    queryFn: async () => (await read()) ?? null,
    enabled: refusal !== undefined,
    gcTime: 0,
    staleTime: 0,
  })
  if (refusal === undefined) return null
  if (now.isPending) return <Skeleton height={60} />
  return now.data === null ? <DeletedNote {...thing} /> : <FailureNote error={refusal} />
}
