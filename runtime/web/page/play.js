// The main page: a match if the address names one, else the gallery. Strings are inserted as text, never as markup.

import { match } from "./asking.js";
import { showGallery } from "./gallery.js";
import { Table } from "./match.js";

if (match) new Table().begin();
else showGallery();
addEventListener("hashchange", () => location.reload());
