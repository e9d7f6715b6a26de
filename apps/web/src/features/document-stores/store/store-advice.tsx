import { Alert, Button, Group, Loader } from '@mantine/core'
import type { DocumentStore } from '@runnel/contract'
import { IconAlertTriangle, IconBulb, IconCircleCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isShown } from '../../../session/display-rules.ts'
import { ShownIf } from '../../../session/shown-if.tsx'
import { useViewer } from '../../../session/use-viewer.ts'
import { LinkButton } from '../../../ui/link-button.tsx'
import { VectorProgress } from '../vector-progress.tsx'
import { type Advice, adviseOn, failedFiles, standOfVectors } from './advise.ts'
import type { StoreActions } from './use-store-actions.ts'

interface StoreAdviceProps {
  store: DocumentStore
  actions: StoreActions
}

const looks = {
  failed: { color: 'red', icon: <IconAlertTriangle size={18} stroke={1.8} /> },
  processing: { color: 'orange', icon: <Loader size={16} aria-hidden /> },
  upserting: { color: 'orange', icon: <Loader size={16} aria-hidden /> },
  process: { color: 'orange', icon: <IconAlertTriangle size={18} stroke={1.8} /> },
  filesFailed: { color: 'orange', icon: <IconAlertTriangle size={18} stroke={1.8} /> },
  chooseVectors: { color: 'primary', icon: <IconBulb size={18} stroke={1.8} /> },
  upsert: { color: 'primary', icon: <IconBulb size={18} stroke={1.8} /> },
  upsertAgain: { color: 'orange', icon: <IconAlertTriangle size={18} stroke={1.8} /> },
  ready: { color: 'primary', icon: <IconCircleCheck size={18} stroke={1.8} /> },
} satisfies Record<Advice, { color: string; icon: ReactNode }>

/** Who may not take the next step is told what they can do instead. */
const steps = {
  process: 'documentStores:preview-process',
  filesFailed: 'documentStores:preview-process',
  chooseVectors: 'documentStores:upsert-config',
  upsert: 'documentStores:upsert-config',
  upsertAgain: 'documentStores:upsert-config',
} as const satisfies Partial<Record<Advice, string>>

const isStep = (advice: Advice): advice is keyof typeof steps => advice in steps

/** What is said of how a store stands, to who may take the step that follows, or to who may only look. */
function useAdviceText(advice: Advice, store: DocumentStore): string {
  const { t } = useTranslation('document-stores')
  const viewer = useViewer()
  const stand = standOfVectors(store)
  if (advice === 'filesFailed' && (stand === 'current' || stand === 'old'))
    return `${t('advice.filesFailed.text')} ${t(`advice.filesFailed.${stand}`)}`
  return isStep(advice) && !isShown(viewer, { permission: steps[advice] })
    ? t(`advice.${advice}.reader`)
    : t(`advice.${advice}.text`, { reason: store.error ?? '' })
}

/** How a store stands in a sentence, and the step that comes next. */
export function StoreAdvice({ store, actions }: StoreAdviceProps) {
  const advice = adviseOn(store)
  return advice === undefined ? null : <TellAdvice advice={advice} store={store} actions={actions} />
}

function TellAdvice({ advice, store, actions }: StoreAdviceProps & { advice: Advice }) {
  const { t } = useTranslation('document-stores')
  const text = useAdviceText(advice, store)
  const { color, icon } = looks[advice]
  return (
    <Alert
      color={color}
      icon={icon}
      mb="md"
      className="preserve-lines store-advice"
      role={advice === 'failed' ? 'alert' : 'status'}
      title={t(`advice.${advice}.title`)}
    >
      {text}
      {store.answers && !store.isCurrent ? ` ${t('advice.answersMeanwhile')}` : null}
      {advice === 'upserting' ? <VectorProgress store={store} /> : null}
      <Group gap="xs" mt="xs">
        <NextStep advice={advice} store={store} actions={actions} />
      </Group>
    </Alert>
  )
}

function NextStep({ advice, store, actions }: StoreAdviceProps & { advice: Advice }) {
  const { t } = useTranslation('document-stores')
  const label = t(`advice.${advice}.action`)
  const params = { storeId: store.id }
  switch (advice) {
    case 'processing':
    case 'upserting':
      return (
        <ShownIf permission="documentStores:preview-process,documentStores:upsert-config">
          <Button size="xs" variant="default" onClick={() => void actions.stop()}>
            {label}
          </Button>
        </ShownIf>
      )
    case 'process':
    case 'filesFailed':
      return (
        <>
          <ShownIf permission="documentStores:preview-process">
            <Button
              size="xs"
              onClick={() => {
                for (const loader of store.loaders) {
                  if (loader.status !== 'NEW' && loader.status !== 'STALE') continue
                  void (failedFiles(loader) > 0 ? actions.retry(loader) : actions.process(loader))
                }
              }}
            >
              {label}
            </Button>
          </ShownIf>
          {advice === 'filesFailed' ? <StepOfVectors store={store} actions={actions} /> : null}
        </>
      )
    case 'failed':
    case 'upsert':
    case 'upsertAgain':
      return (
        <>
          <ShownIf permission="documentStores:upsert-config">
            <Button size="xs" onClick={() => void actions.upsert()}>
              {label}
            </Button>
          </ShownIf>
          <VectorLink storeId={store.id} />
        </>
      )
    case 'chooseVectors':
      return (
        <ShownIf permission="documentStores:upsert-config">
          <LinkButton size="xs" to="/document-stores/vector/$storeId" params={params}>
            {label}
          </LinkButton>
        </ShownIf>
      )
    case 'ready':
      return (
        <LinkButton size="xs" to="/document-stores/query/$storeId" params={params}>
          {label}
        </LinkButton>
      )
    default:
      return advice satisfies never
  }
}

/** What comes next for the vectors of those documents that could be read. */
function StepOfVectors({ store, actions }: StoreAdviceProps) {
  const { t } = useTranslation('document-stores')
  const stand = standOfVectors(store)
  if (stand === 'unchosen') return <VectorLink storeId={store.id} />
  if (stand === 'current')
    return (
      <LinkButton
        size="xs"
        variant="default"
        to="/document-stores/query/$storeId"
        params={{ storeId: store.id }}
      >
        {t('advice.ready.action')}
      </LinkButton>
    )
  return (
    <ShownIf permission="documentStores:upsert-config">
      <Button size="xs" variant="default" onClick={() => void actions.upsert()}>
        {t('advice.upsert.action')}
      </Button>
    </ShownIf>
  )
}

/** Leads to the settings of the vectors: also a store some of whose documents could not be read can be asked. */
function VectorLink({ storeId }: { storeId: string }) {
  const { t } = useTranslation('document-stores')
  return (
    <ShownIf permission="documentStores:upsert-config">
      <LinkButton size="xs" variant="default" to="/document-stores/vector/$storeId" params={{ storeId }}>
        {t('menu.vectors')}
      </LinkButton>
    </ShownIf>
  )
}
