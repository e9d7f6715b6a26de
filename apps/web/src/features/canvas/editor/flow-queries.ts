import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../app/api.ts'
import { sendUnsent } from '../session/send-unsent.ts'
import { createUnsentWork } from '../session/unsent-work.ts'

/** A flow for the editor: its document, never from the cache. */
export function flowQuery(id: string) {
  return queryOptions({
    queryKey: ['flow-document', id],
    queryFn: ({ signal }) => api.getChatflow({ params: { id }, query: { view: 'document' } }, { signal }),
    staleTime: 0,
    gcTime: 0,
  })
}

/** My unsaved work on a flow, with what this browser could not send before; null when there is none. */
export function draftQuery(id: string, userId: string) {
  return queryOptions({
    queryKey: ['flow-draft', id],
    queryFn: async ({ signal }) => {
      await sendUnsent(api, createUnsentWork(localStorage, userId), id)
      return (await api.getDraft({ params: { id } }, { signal })).draft
    },
    staleTime: 0,
    gcTime: 0,
  })
}
