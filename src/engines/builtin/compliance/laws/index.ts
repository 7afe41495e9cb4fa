export { type Jurisdiction, type JurisdictionName, jurisdictions, underLaw } from './laws.ts'
export { payRangeFault } from './pay-range.ts'
export { type Place, placeOf } from './place.ts'
