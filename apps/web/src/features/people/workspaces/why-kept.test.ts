import { expect, test } from 'vitest'
import { whyKept } from './why-kept.ts'

const place = { userId: 'cara', isOrgOwner: false, may: { change: true, delete: true } }

test('who may be taken out, as the server says, is removed together with others', () => {
  expect(whyKept(place, 'ada')).toBeUndefined()
  expect(whyKept({ ...place, may: { change: true, delete: false } }, 'ada')).toBe('beyond')
  expect(whyKept({ ...place, may: undefined }, 'ada')).toBe('beyond')
})

test('oneself and administrators of the organisation stay, whatever may be done with them alone', () => {
  expect(whyKept(place, 'cara')).toBe('self')
  expect(whyKept({ ...place, isOrgOwner: true }, 'ada')).toBe('administrator')
  expect(whyKept({ ...place, isOrgOwner: true }, 'cara')).toBe('self')
})
