import type { ServiceForm } from '../service-form.ts'
import { channelActions, chatActions, messageActions } from './actions.ts'
import { teamsParams } from './params.ts'

/** What Microsoft Teams can do as a tool. */
export const teamsForm: ServiceForm = {
  prefix: 'teams',
  choice: { param: 'teamsType', label: 'Type' },
  groups: [
    { name: 'channel', label: 'Channel', param: 'channelActions', actions: channelActions },
    { name: 'chat', label: 'Chat', param: 'chatActions', actions: chatActions },
    { name: 'chatMessage', label: 'Chat Message', param: 'chatMessageActions', actions: messageActions },
  ],
  params: teamsParams,
}
