import { useQuery } from '@tanstack/react-query'
import { sendsMailQuery } from '../../../session/platform.ts'
import { useViewer } from '../../../session/use-viewer.ts'

/** Whether invitations are links that are shown to who invites, because no mail goes out; false until it is known. */
export function useShowsLinks(): boolean {
  const { data: sendsMail = true } = useQuery(sendsMailQuery)
  const { platformType } = useViewer()
  // In the cloud a link that was mailed is the proof of the address.
  return !sendsMail && platformType !== 'cloud'
}
