export { ExportButton, loadExportDialog } from './export-button.tsx';
