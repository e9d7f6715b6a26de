import { CONNECTION_CHANNEL } from '@runnel/contract'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '../../app/api.ts'
import { leaveSite, openVendorWindow } from '../../app/leave-site.ts'
import { refreshConnectionOf } from './connection-queries.ts'

interface Told {
  credentialId: string
  success: boolean
}

/**
 * The way to an account: saves, opens a window at the vendor, and waits until that comes back. What comes on the channel
 * only says that there is something to look at: whose account it is tells the server.
 */
export function useConnect(save: () => Promise<string | undefined>) {
  const [waitsFor, setWaitsFor] = useState<string>()
  const [trouble, setTrouble] = useState<'blocked' | 'failed'>()
  const begin = useMutation({
    mutationFn: async (opened: Window) => {
      const credentialId = await save()
      if (credentialId === undefined) return opened.close()
      const { authorizationUrl } = await api.authoriseCredential({ params: { credentialId } })
      leaveSite(authorizationUrl, opened)
      setWaitsFor(credentialId)
    },
    onError: (_error, opened) => opened.close(),
  })

  useEffect(() => {
    if (waitsFor === undefined) return
    const channel = new BroadcastChannel(CONNECTION_CHANNEL)
    channel.onmessage = ({ data }: MessageEvent<Told>) => {
      if (data.success && data.credentialId !== waitsFor) return
      setWaitsFor(undefined)
      setTrouble(data.success ? undefined : 'failed')
      void refreshConnectionOf(waitsFor)
    }
    return () => channel.close()
  }, [waitsFor])

  return {
    connect() {
      setTrouble(undefined)
      const opened = openVendorWindow()
      if (opened) begin.mutate(opened)
      else setTrouble('blocked')
    },
    cancel() {
      if (waitsFor !== undefined) void refreshConnectionOf(waitsFor)
      setWaitsFor(undefined)
    },
    isBeginning: begin.isPending,
    isWaiting: waitsFor !== undefined,
    isBlocked: trouble === 'blocked',
    hasFailed: trouble === 'failed',
    error: begin.error,
  }
}
