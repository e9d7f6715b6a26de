import { type Capability, providedBy, RunnelError } from '@runnel/contract'
import type { Capabilities, Component, VendorContext } from '@runnel/node-kit'
import type { VendorCall } from '../engine-ports.ts'
import type { StepRun } from '../step/step-run.ts'
import { labelOf } from '../step-name.ts'

/** Whether a component provides something with its chosen output. */
export function provides({ scope }: StepRun, component: Component, capability: Capability): boolean {
  const definition = scope.session.ports.findDefinition(component.type)
  return providedBy(definition, component.output).includes(capability)
}

/** The file of a component's capability. @throws RunnelError `missing_component` when it does not provide it. */
export async function getCapability<Kind extends Capability>(
  stepRun: StepRun,
  component: Component,
  kind: Kind,
): Promise<Capabilities[Kind]> {
  const { ports } = stepRun.scope.session
  const found = provides(stepRun, component, kind)
    ? await ports.loadCapability(component.type, kind)
    : undefined
  if (found) return found
  const isKnown = ports.findDefinition(component.type) !== undefined
  throw new RunnelError(
    'missing_component',
    isKnown
      ? `"${labelOf(stepRun.step)}" needs a ${kind}, which "${component.label}" (${component.type}) is not. Connect another one.`
      : `"${labelOf(stepRun.step)}" uses "${component.label}" (${component.type}), which this installation does not have. Choose another one.`,
  )
}

type Opener = 'chatModel' | 'embedder'
type Opened<Kind extends Opener> = Awaited<ReturnType<Capabilities[Kind]>>

/** Something of a vendor's, ready to be called; `present` words its faults without secrets. */
interface OpenedForCall<Value> {
  opened: Value
  vendor: VendorContext
  present<Reply>(work: () => Promise<Reply>): Promise<Reply>
}

/** Opens a model for one call: its credential is opened here, in the process that makes the call. */
export async function openForCall<Kind extends Opener>(
  stepRun: StepRun,
  component: Component,
  { kind, key }: { kind: Kind; key?: string },
): Promise<OpenedForCall<Opened<Kind>>> {
  const open = await getCapability(stepRun, component, kind)
  const { vendor, present } = await openVendor(stepRun, component, {
    kind,
    ...(key === undefined ? {} : { key }),
  })
  const opened = await present(() => open(component, vendor) as Promise<Opened<Kind>>)
  return { opened, vendor, present }
}

/** What a component's vendor code may use, for one call. */
export async function openVendor(
  stepRun: StepRun,
  component: Component,
  call: Omit<VendorCall, 'flowId' | 'signal'>,
): Promise<Pick<OpenedForCall<unknown>, 'vendor' | 'present'>> {
  const { session, input } = stepRun.scope
  const { signal } = stepRun
  const vendor = await session.ports.openVendor(component, { ...call, flowId: input.flowId, signal })
  return {
    vendor,
    async present(work) {
      try {
        return await work()
      } catch (error) {
        throw signal.aborted ? error : session.ports.presentFault(component, error)
      }
    },
  }
}
