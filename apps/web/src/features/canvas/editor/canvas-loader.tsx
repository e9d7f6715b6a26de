import type { Chatflow, FlowDraft, FlowType, NodeDefinition } from '@runnel/contract'
import { isEmptyDiff, rebaseDiff } from '@runnel/graph'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { nodesQuery } from '../../../app/nodes-query.ts'
import { useSessionStore } from '../../../session/session-store.ts'
import { useIsShown } from '../../../session/use-viewer.ts'
import { LinkButton } from '../../../ui/link-button.tsx'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import { PageLoading } from '../../../ui/page-loading.tsx'
import { preloadPanels } from '../panels/panel-component.ts'
import { DraftDialog } from '../saving/draft-dialog.tsx'
import type { CanvasSession } from '../session/canvas-session.ts'
import { newDocument, openSession } from '../session/open-session.ts'
import { headOf } from '../session/save-flow.ts'
import { CanvasEditor } from './canvas-editor.tsx'
import { draftQuery, flowQuery } from './flow-queries.ts'

interface CanvasLoaderProps {
  /** Undefined for a new flow. */
  id: string | undefined
  /** The kind of a new flow; that of a stored one comes with it. */
  type: FlowType
  /** Called when a new flow has got its id, before the address tells it. */
  onCreated: (id: string) => void
}

/** Fetches what an editor needs, then opens it. */
export function CanvasLoader(place: CanvasLoaderProps) {
  const { type } = place
  const { t } = useTranslation('canvas')
  useEffect(preloadPanels, [])
  const area = type === 'CHATFLOW' ? 'chatflows' : 'agentflows'
  // A flow that gets its id while it is open is not fetched.
  const [id] = useState(place.id)
  const [userId] = useState(() => useSessionStore.getState().user?.id ?? '')
  const mayEdit = useIsShown({ permission: `${area}:${id === undefined ? 'create' : 'update'}` })
  const wantsFlow = id !== undefined
  const nodes = useQuery(nodesQuery)
  const flow = useQuery({ ...flowQuery(id ?? ''), enabled: wantsFlow })
  const draft = useQuery({ ...draftQuery(id ?? '', userId), enabled: wantsFlow && mayEdit })
  const waiting = [nodes, flow, draft].filter(({ isEnabled }) => isEnabled)
  // A later failure, as after a cut of the network, does not take away what is on the screen.
  const failed = waiting.find((query) => query.isLoadingError)
  if (failed) {
    return (
      <main>
        <LoadFailure
          order={1}
          error={failed.error}
          onRetry={() => waiting.forEach((query) => void query.refetch())}
        >
          <LinkButton
            to={`/${area}`}
            variant="default"
            leftSection={<IconArrowLeft size={16} stroke={1.8} />}
          >
            {t('header.back')}
          </LinkButton>
        </LoadFailure>
      </main>
    )
  }
  if (waiting.some((query) => query.isPending)) return <PageLoading />
  const props = { type, onCreated: place.onCreated, mayEdit, userId, definitions: nodes.data ?? [] }
  return <OpenCanvas {...props} flow={flow.data} draft={draft.data ?? undefined} />
}

interface OpenCanvasProps extends Omit<CanvasLoaderProps, 'id'> {
  mayEdit: boolean
  userId: string
  definitions: readonly NodeDefinition[]
  flow: Chatflow | undefined
  draft: FlowDraft | undefined
}

function OpenCanvas(props: OpenCanvasProps) {
  const { flow, draft } = props
  // The words of problems are there before the editor is: they must not hold up an opened form.
  const { t } = useTranslation(['canvas', 'problems'])
  const navigate = useNavigate()
  const { history } = useRouter()
  const [session] = useState(() =>
    makeSession(props, t(`newName.${props.type}`), (...created) => void onCreated(...created)),
  )
  const [offer, setOffer] = useState(() => (isWorthOffering(flow, draft) ? draft : undefined))

  const [address] = useState(() => history.location.pathname)
  async function onCreated(created: CanvasSession, id: string) {
    // Who left meanwhile is not called back.
    if (history.location.pathname !== address) return
    props.onCreated(id)
    const to = pathOf(created.editor.getState().head.type)
    await navigate({ to: `${to}/$id`, params: { id }, replace: true })
  }

  const proceed = (found: FlowDraft) => {
    session.drafts.resume(found)
    setOffer(undefined)
  }
  return (
    <>
      <CanvasEditor session={session} />
      {offer === undefined ? null : (
        <DraftDialog
          draft={offer}
          isBehind={offer.baseVersionId !== flow?.headVersionId}
          onContinue={() => proceed(offer)}
          onDiscard={() => {
            setOffer(undefined)
            void session.drafts.discardDraft()
          }}
        />
      )}
    </>
  )
}

function makeSession(
  { type, mayEdit, userId, definitions, flow }: OpenCanvasProps,
  newName: string,
  onCreated: (session: CanvasSession, id: string) => void,
): CanvasSession {
  const head = flow
    ? headOf(flow)
    : {
        id: undefined,
        name: newName,
        type,
        revision: undefined,
        versionId: undefined,
        keyId: undefined,
        repairs: [],
        savedAt: undefined,
      }
  return openSession({
    head,
    document: flow?.document ?? newDocument(type, definitions),
    viewport: flow?.viewport ?? undefined,
    isReadOnly: !mayEdit,
    definitions,
    userId,
    onCreated,
  })
}

/** Unsaved work that is the same as what was saved needs no question. */
function isWorthOffering(flow: Chatflow | undefined, draft: FlowDraft | undefined): boolean {
  if (!flow?.document || !draft) return false
  return !isEmptyDiff(rebaseDiff(draft.diff, draft.savedSince).diff)
}

function pathOf(type: FlowType): '/canvas' | '/agentcanvas' | '/v2/agentcanvas' {
  switch (type) {
    case 'AGENTFLOW':
      return '/v2/agentcanvas'
    case 'MULTIAGENT':
      return '/agentcanvas'
    case 'CHATFLOW':
    case 'ASSISTANT':
      return '/canvas'
    default:
      return type satisfies never
  }
}
