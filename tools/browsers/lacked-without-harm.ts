interface Lacked {
  readonly features: readonly string[];
  readonly where: RegExp;
}

/**
 * What is newer than the floor and used all the same: a browser that lacks it shows the page a little plainer, or the script asks for it first. Each
 * entry says where, so that one more use wants one more look.
 */
export const lackedWithoutHarm: readonly Lacked[] = [
  // How lines break, bars scroll, and a field grows: without it, as browsers always did.
  {
    features: ['text-wrap', 'text-autospace', 'text-size-adjust', 'scrollbar-gutter', 'scrollbar-width'],
    where: /\.css$/,
  },
  { features: ['field-sizing'], where: /(?:markdown-editor|text-area)\.module\.css$/ },
  // Written with their prefix by the build.
  { features: ['user-select', 'backdrop-filter', 'line-clamp'], where: /\.css$/ },
  // Colours that a person has chosen, a sheet of paper, and what a browser filled in.
  { features: ['forced-color-adjust', '@page', 'size', ':autofill'], where: /\.css$/ },
  // Rows out of sight are drawn all the same.
  { features: ['content-visibility', 'contain-intrinsic-block-size'], where: /message-list\.css$/ },
  // Code without colours.
  { features: [':highlight'], where: /rich-text\.module\.css$/ },
  { features: ['CSS.highlights', 'Highlight'], where: /colour-code\.ts$/ },
  // Colours of lines below links; they have no variable in them, so that a browser leaves the declaration out.
  { features: ['color-mix()'], where: /(?:base|rich-text\.module)\.css$/ },
  // Marks of a hovered, focused or shut widget, whose own marks stay; a page that scrolls behind a dialog; columns that keep their least width.
  {
    features: [':has'],
    where:
      /(?:base|(?:card-block|product-card|public-header|checkbox|data-table|drawer|file-input|markdown-editor|page-state|radio-group|stepper|text-input|segmented-options)\.module)\.css$/,
  },
  // The button opens the menu (`@supports` in the same sheets), the panel of a date stands in the middle.
  { features: [':popover-open'], where: /(?:public-header|console-frame)\.module\.css$/ },
  {
    features: ['anchor-name', 'position-anchor', 'position-area', 'position-try-fallbacks'],
    where: /date-panel\.module\.css$/,
  },
  // Names of ours, of other things.
  { features: ['closedBy', 'fileName', 'fence', 'viewport'], where: /\.tsx?$/ },
  // The scripts ask for them first.
  { features: ['showPopover'], where: /(?:dialog-box|hint-bubble|use-raised|date-panel|toaster)\.tsx?$/ },
  { features: ['hidePopover'], where: /(?:use-raised|close-menu)\.ts$/ },
  { features: ['setHTML', 'Sanitizer'], where: /saniti[sz]e\.ts$/ },
  { features: ['requestIdleCallback'], where: /idle\.ts$/ },
];
