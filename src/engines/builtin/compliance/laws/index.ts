export {
  type Jurisdiction,
  type JurisdictionName,
  jurisdictions,
  type Law,
  lawsCheckedOn,
  underLaw,
} from './laws.ts'
export { payRangeFault } from './pay-range.ts'
export { type Place, placeOf } from './place.ts'
