import type { StaffRole } from '@ronghui/contract';
import { Checkbox } from '@ronghui/ui';
import type { JSX } from 'react';
import css from '../staff.module.css';
import { roleNames, roleReach, staffRoles } from '../staff-words.ts';

interface RoleBoxesProps {
  readonly value: readonly StaffRole[];
  readonly onValueChange: (roles: readonly StaffRole[]) => void;
}

/** One box for each role; one may have several. */
export const RoleBoxes = ({ value, onValueChange }: RoleBoxesProps): JSX.Element => (
  <div role="group" aria-label="角色" className={css.list}>
    {staffRoles.map((role) => (
      <div key={role}>
        <Checkbox
          aria-describedby={`reach-${role}`}
          checked={value.includes(role)}
          onCheckedChange={(checked) =>
            onValueChange(staffRoles.filter((each) => (each === role ? checked : value.includes(each))))
          }
        >
          {roleNames[role]}
        </Checkbox>
        <span id={`reach-${role}`} className={css.reach}>
          {roleReach[role]}
        </span>
      </div>
    ))}
  </div>
);

/** The roles of a form's field, which is a text: `review finance`. */
export const rolesOf = (text: string): StaffRole[] => staffRoles.filter((role) => text.split(' ').includes(role));
