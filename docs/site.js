/* The script of the API reference. */

// Lets long names break between their words on a phone, such as after "PlantStore".
addEventListener("DOMContentLoaded", () => {
  const places = ".tsd-page-title, .tsd-breadcrumb, .tsd-hierarchy, .tsd-member-summary-name";
  for (const place of document.querySelectorAll(places)) {
    const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const text = walker.currentNode;
      const end = text.data.search(/(?<=[a-z])[A-Z]/);
      if (end === -1) continue;
      text.splitText(end); // The walker visits the rest next.
      text.after(document.createElement("wbr"));
    }
  }
});

// Opens the guides in the menu, until the reader closes them.
for (const group of ["Use the client", "Test with the mock", "Project"]) {
  localStorage[`tsd-accordion-${group}`] ??= "true";
}
