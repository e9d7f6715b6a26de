import { describeDevice } from '../../ui/describe-device.ts'
import './activity.css'

/** From where something was done: the address, and the program in plain words. */
export function Place({ address, device }: { address: string | null; device: string | null }) {
  const parts = [address, device === null ? null : describeDevice(device)].filter((part) => part !== null)
  return (
    <span className="log-place" title={device ?? undefined}>
      {parts.length === 0 ? '–' : parts.join(' · ')}
    </span>
  )
}
